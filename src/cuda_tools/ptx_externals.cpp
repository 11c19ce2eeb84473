#include "cuda_tools/ptx_externals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/demangle.hpp"
#include "base/error.hpp"

namespace heddle::cuda {

namespace {

constexpr auto kOnDevice =
    std::to_array<std::string_view>({"vprintf", "malloc", "free", "__assertfail"});

/// The identifier that follows, after an optional list of results in parentheses.
std::string_view name_after(std::string_view text) {
  auto skip_blanks = [&] {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  };
  skip_blanks();
  if (text.starts_with('(')) {
    text.remove_prefix(std::min(text.find(')') + 1, text.size()));
    skip_blanks();
  }
  return text.substr(0, text.find_first_of(" \t\r\n(;"));
}

}  // namespace

std::vector<std::string> undefined_functions(std::string_view ptx) {
  constexpr std::string_view kDeclaration = ".extern .func";
  std::vector<std::string> out;
  for (size_t at = 0; (at = ptx.find(kDeclaration, at)) != ptx.npos;) {
    at += kDeclaration.size();
    const std::string_view name = name_after(ptx.substr(at));
    if (std::ranges::find(kOnDevice, name) == kOnDevice.end()) out.emplace_back(name);
  }
  return out;
}

void check_externals(std::string_view ptx, std::string_view source) {
  const std::vector<std::string> names = undefined_functions(ptx);
  if (names.empty()) return;
  std::vector<std::string> shown;
  bool mathematics = true;
  for (const std::string& name : names) {
    shown.push_back(demangled(name));
    mathematics = mathematics && name.starts_with("__nv_");
  }
  throw UsageError(fmt::format("{}: kernels call '{}', which {} no definition in this file: {}",
                               source, fmt::join(shown, "', '"), shown.size() == 1 ? "has" : "have",
                               mathematics
                                   ? "heddle cc does not have these functions; heddle cc --nvcc has"
                                   : "if another file defines it, compile both with -rdc=true"));
}

}  // namespace heddle::cuda
