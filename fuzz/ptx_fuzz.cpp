// Arbitrary bytes must be parsed or rejected, in bounded memory, and every error must point into
// the text. A module that is accepted must also pass analysis, linking and printing, or be rejected
// with an error.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/diagnostic.hpp"
#include "base/error.hpp"
#include "exec/executable.hpp"
#include "program/inspect/inspect.hpp"
#include "ptx/parser.hpp"

namespace {

void check_tree(const heddle::ptx::Module& module) {
  for (const auto& instruction : module.instructions) {
    if (instruction.operands.first + instruction.operands.count > module.operands.size())
      std::abort();
    if (instruction.first_modifier + instruction.modifier_count > module.modifiers.size())
      std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace heddle;
  auto source =
      std::make_shared<Source>("fuzz.ptx", std::string(reinterpret_cast<const char*>(data), size));
  Diagnostics diagnostics(source);
  ptx::Module tree = ptx::parse(source, diagnostics);
  check_tree(tree);
  ProgramPtr module = diagnostics.has_errors() ? nullptr : lower(tree, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (diagnostic.offset > size || diagnostic.message.empty()) std::abort();
  diagnostics.render_all();
  if (!module) return 0;
  try {
    DeviceMemory memory({.total_bytes = 1 << 24});
    ModuleImage image = place_module(module, memory);
    for (const Function& f : module->functions) {
      if (f.registers.size() < 10000 && !f.code.empty()) inspect_json(*module, f.name);
      if (!f.is_entry) continue;
      try {
        link(image, f.name);
      } catch (const Error&) {
      }
    }
  } catch (const Error&) {
  }
  return 0;
}
