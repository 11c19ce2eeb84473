// The entry point: checks the lexer's assumptions, reserves memory and runs ModuleParser.
#include "ptx/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/encoding.hpp"
#include "ptx/module_parser.hpp"
#include "ptx/utf8.hpp"

namespace heddle::ptx {

namespace {

bool check_text(const Source& source, Diagnostics& diagnostics) {
  std::string_view text = source.text();
  if (text.size() >= std::numeric_limits<uint32_t>::max()) {
    diagnostics.error(0, 1,
                      fmt::format("the text has {} bytes; at most 4 GiB can be read", text.size()));
    return false;
  }
  if (std::string foreign = foreign_encoding(text); !foreign.empty()) {
    diagnostics.error(0, 1, std::move(foreign));
    return false;
  }
  size_t bad = find_malformed_byte(text);
  if (bad == text.size()) return true;
  diagnostics.error(static_cast<uint32_t>(bad), 1,
                    fmt::format("expected UTF-8 text, found the byte 0x{:02x}",
                                static_cast<unsigned char>(text[bad])));
  return false;
}

/// Growing vectors of many megabytes costs more than parsing. Compilers emit about 30 bytes per
/// instruction; reserved pages that remain unused are never touched.
void reserve(Module& module, size_t text_size) {
  size_t bytes = std::min<size_t>(text_size, 64 << 20);
  module.instructions.reserve(bytes / 28);
  module.operands.reserve(bytes / 10);
  module.modifiers.reserve(bytes / 14);
}

}  // namespace

Module parse(SourcePtr source, Diagnostics& diagnostics, Interrupt interrupt) {
  Module module;
  module.source = std::move(source);
  if (!check_text(*module.source, diagnostics)) return module;
  reserve(module, module.source->text().size());
  ModuleParser(*module.source, diagnostics, module, interrupt).parse();
  return module;
}

}  // namespace heddle::ptx
