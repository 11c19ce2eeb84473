// The text of each instruction of a kernel as shown in traces: one line of limited length.
#pragma once

#include <string>
#include <vector>

#include "exec/executable.hpp"

namespace heddle {

class InstructionTexts {
 public:
  void begin(const Executable& kernel) {
    kernel_ = &kernel;
    texts_.assign(kernel.code.size(), {});
  }
  /// "12: add.s32 %r1, %r2, %r3;", passed through `encode` once.
  template <class F>
  const std::string& of(LinkedPc pc, F encode) {
    std::string& text = texts_[pc];
    if (text.empty())
      text = encode(std::to_string(pc.value()) + ": " + shortened(kernel_->text_of(pc)));
    return text;
  }
  uint32_t line_of(LinkedPc pc) const { return kernel_->line_of(pc); }

 private:
  static std::string shortened(std::string text) {
    constexpr size_t kMaxLength = 120;
    for (char& c : text)
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    if (text.size() > kMaxLength) text = text.substr(0, kMaxLength) + "...";
    return text;
  }

  const Executable* kernel_ = nullptr;
  IndexedBy<LinkedPc, std::string> texts_;
};

}  // namespace heddle
