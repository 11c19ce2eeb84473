#include "launch/sketch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/demangle.hpp"
#include "launch/element.hpp"

namespace heddle {

namespace {

constexpr uint32_t kThreads = 32;  // of a block, where the kernel does not say
constexpr uint32_t kElements = 1024;

std::string block_of(const Function& kernel) {
  const uint32_t* wanted = kernel.required_threads;
  if (wanted[0] > 0)
    return fmt::format("[{}, {}, {}]", wanted[0], std::max(wanted[1], 1u), std::max(wanted[2], 1u));
  const uint32_t most = kernel.max_threads[0];
  return fmt::format("{}", most > 0 ? std::min(most, kThreads) : kThreads);
}

std::string parameter(const Variable& v, const std::string& buffer) {
  const std::string_view name = v.name;
  const ElementType* type = find_element_type(ptx::name_of(v.type));
  if (!type || v.size != type->bytes)
    return fmt::format("{{ bytes = \"{}\" }},  # {}, a struct of {} bytes",
                       std::string(2 * v.size, '0'), name, v.size);
  if (v.size == 8 && !type->is_float())
    return fmt::format(
        "{{ buffer = {{ name = \"{}\", type = \"u32\", count = {} }} }},  # {}, if it is an "
        "address",
        buffer, kElements, name);
  return fmt::format("{{ type = \"{}\", value = {} }},  # {}", type->name,
                     type->is_float() ? "1.0" : "1", name);
}

void add_kernel(std::string& out, const Function& kernel, const std::string& prefix) {
  if (std::string shown = demangled(kernel.name); shown != kernel.name)
    out += fmt::format("# {}\n", shown);
  out += fmt::format("entry = \"{}\"\ngrid = 1\nblock = {}\n", kernel.name, block_of(kernel));
  if (kernel.parameters.empty()) return;
  out += "param = [\n";
  for (size_t i = 0; i < kernel.parameters.size(); i++)
    out += fmt::format("  {}\n", parameter(kernel.variables[kernel.parameters[i]],
                                           fmt::format("{}p{}", prefix, i)));
  out += "]\n";
}

}  // namespace

std::string sketch_description(const Program& module, std::string_view ptx, size_t most) {
  std::vector<const Function*> kernels;
  for (const Function& f : module.functions)
    if (f.is_entry && f.defined && kernels.size() < most) kernels.push_back(&f);
  std::string out = fmt::format("ptx = \"{}\"\n", ptx);
  for (size_t i = 0; i < kernels.size(); i++) {
    const bool several = kernels.size() > 1;
    if (several) out += "\n[[launch]]\n";
    add_kernel(out, *kernels[i], several ? fmt::format("k{}_", i) : "");
  }
  return out;
}

}  // namespace heddle
