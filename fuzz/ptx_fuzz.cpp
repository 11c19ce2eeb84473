// Any bytes at all must be parsed or refused, in bounded memory, and every error must point into
// the text.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/diagnostic.hpp"
#include "ptx/parser.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace heddle;
  auto source =
      std::make_shared<Source>("fuzz.ptx", std::string(reinterpret_cast<const char*>(data), size));
  Diagnostics diagnostics(source);
  ptx::Module module = ptx::parse(source, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (diagnostic.offset > size || diagnostic.message.empty()) std::abort();
  diagnostics.render_all();
  for (const ptx::Instruction& instruction : module.instructions) {
    if (instruction.operands.first + instruction.operands.count > module.operands.size())
      std::abort();
    if (instruction.first_modifier + instruction.modifier_count > module.modifiers.size())
      std::abort();
  }
  return 0;
}
