// Names of C++ functions as people write them. Compilers mangle the parameters of a kernel into its
// name: `_Z5saxpyifPKfPf` is `saxpy(int, float, float const*, float*)`.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// The name as C++ writes it; the name itself when it is not mangled, or too long to unfold.
std::string demangled(std::string_view name);

/// Which of `count` names a person means: the name itself, the demangled one, or that without
/// return type, parameters, template arguments or namespaces. Only the most exact of these that any
/// name has is taken: indices of all names that have it; several when it is ambiguous.
std::vector<size_t> find_named(std::string_view wanted, size_t count,
                               const std::function<std::string_view(size_t)>& name);

}  // namespace heddle
