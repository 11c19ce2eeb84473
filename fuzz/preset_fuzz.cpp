// Reads arbitrary bytes as a preset, which must give a machine or errors. A machine must survive
// being written and read again, and any line must be safe as an override.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/error.hpp"
#include "config/effective.hpp"
#include "config/load.hpp"
#include "config/schema.hpp"
#include "config/validate.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace heddle;
  std::string text(reinterpret_cast<const char*>(data), size);
  MachineConfig other;
  try {
    apply_override(other, text.substr(0, text.find('\n')));
  } catch (const UsageError&) {
  }
  try {
    MachineConfig config = parse_preset(std::make_shared<Source>("fuzz.toml", text), "fuzz");
    std::string written = effective_toml(config);
    MachineConfig back = parse_preset(std::make_shared<Source>("again.toml", written), "again");
    if (!same_machine(config, back) || effective_json(config) != effective_json(back))
      __builtin_trap();
    return validate(config).size() > 1000 ? 1 : 0;
  } catch (const InputError& e) {
    if (std::string(e.what()).empty()) __builtin_trap();
  }
  return 0;
}
