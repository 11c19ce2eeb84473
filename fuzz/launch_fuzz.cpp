// Parses arbitrary bytes as a launch description, which must give a description or errors.
#include <cstddef>
#include <cstdint>
#include <string>

#include "launch/description.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  heddle::Diagnostics diagnostics(std::make_shared<heddle::Source>("fuzz.toml", std::move(text)));
  heddle::Description description = heddle::parse_description(diagnostics);
  std::string rendered = diagnostics.render_all();
  if (!diagnostics.has_errors() && description.launches.empty()) __builtin_trap();
  return rendered.size() > (size_t{1} << 30) ? 1 : 0;
}
