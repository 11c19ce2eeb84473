// Demangles C++ names and finds functions by the name a person would write. Compilers mangle the
// parameters of a kernel into its name: `_Z5saxpyifPKfPf` is `saxpy(int, float, float const*,
// float*)`.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// The demangled name; the name itself if it is not mangled or too long to expand.
std::string demangled(std::string_view name);

/// Finds `wanted` among `count` names. It may be the exact name, the demangled name, or the
/// demangled name without return type, parameters, template arguments or namespaces. Returns the
/// indices of the names that match in the most specific of these forms; more than one index means
/// that `wanted` is ambiguous.
std::vector<size_t> find_named(std::string_view wanted, size_t count,
                               const std::function<std::string_view(size_t)>& name);

}  // namespace heddle
