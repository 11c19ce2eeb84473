#include "host/launch_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/demangle.hpp"
#include "base/error.hpp"

namespace heddle {

namespace {

std::string text_of(const Dim3& d) { return fmt::format("{} x {} x {}", d.x, d.y, d.z); }

using Of = LaunchError::Of;

[[noreturn]] void reject(const Function& kernel, Of of, const std::string& why) {
  throw LaunchError(of, fmt::format("cannot launch kernel '{}': {}", demangled(kernel.name), why));
}

void check_dimensions(const Function& kernel, Of of, const Dim3& d, const Dim3& limit) {
  const char* what = of == Of::Grid ? "grid" : "block";
  if (d.x == 0 || d.y == 0 || d.z == 0)
    reject(kernel, of, fmt::format("the {} {} has a dimension of zero", what, text_of(d)));
  if (d.x > limit.x || d.y > limit.y || d.z > limit.z)
    reject(kernel, of,
           fmt::format("the {} {} is larger than {}", what, text_of(d), text_of(limit)));
}

/// `.reqntid 128` omits y and z, which are then 1.
Dim3 declared(const uint32_t (&n)[3]) { return {n[0], std::max(n[1], 1u), std::max(n[2], 1u)}; }

void check_declared_block(const Function& kernel, const Dim3& block) {
  if (Dim3 required = declared(kernel.required_threads); required.x != 0 && required != block)
    reject(kernel, Of::Block,
           fmt::format("the block is {}, but the kernel requires {} (.reqntid)", text_of(block),
                       text_of(required)));
  if (Dim3 most = declared(kernel.max_threads); most.x != 0 && block.count() > most.count())
    reject(kernel, Of::Block,
           fmt::format("the block has {} threads, but the kernel allows {} (.maxntid)",
                       block.count(), most.count()));
}

void check_block(const Function& kernel, const Dim3& block) {
  check_dimensions(kernel, Of::Block, block, LaunchLimits::kBlock);
  if (block.count() > LaunchLimits::kThreads)
    reject(kernel, Of::Block,
           fmt::format("the block {} has {} threads, the limit is {}", text_of(block),
                       block.count(), LaunchLimits::kThreads));
}

void check_static_shared(const Function& kernel, uint32_t bytes) {
  if (bytes > LaunchLimits::kShared)
    reject(kernel, Of::Shared,
           fmt::format("it declares {} bytes of static shared memory, the limit is {}", bytes,
                       LaunchLimits::kShared));
}

void check_shared(const Function& kernel, uint32_t static_shared, uint32_t dynamic,
                  uint32_t opted_in) {
  check_static_shared(kernel, static_shared);
  uint64_t total = uint64_t{static_shared} + dynamic;
  if (total <= LaunchLimits::kShared || dynamic <= opted_in) return;
  reject(kernel, Of::Shared,
         fmt::format("it needs {} bytes of shared memory ({} static, {} dynamic), the limit is "
                     "{}; Kernel::allow_dynamic_shared raises it, up to {}",
                     total, static_shared, dynamic,
                     std::max<uint64_t>(LaunchLimits::kShared, uint64_t{static_shared} + opted_in),
                     LaunchLimits::kSharedOptIn));
}

}  // namespace

void check_kernel(const Function& kernel, uint32_t static_shared) {
  if (const Dim3 required = declared(kernel.required_threads); required.x != 0)
    check_block(kernel, required);
  check_static_shared(kernel, static_shared);
}

void check_launch(const Function& kernel, uint32_t static_shared, const LaunchConfig& config,
                  uint32_t opted_in) {
  check_dimensions(kernel, Of::Grid, config.grid, LaunchLimits::kGrid);
  check_block(kernel, config.block);
  check_declared_block(kernel, config.block);
  check_shared(kernel, static_shared, config.dynamic_shared, opted_in);
}

std::vector<std::byte> pack_arguments(std::string_view name,
                                      std::span<const ParameterInfo> parameters,
                                      uint32_t block_bytes,
                                      std::span<const ArgumentView> arguments) {
  auto count = [](size_t n, const char* what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  const std::string kernel = demangled(name);
  if (arguments.size() != parameters.size())
    throw UsageError(fmt::format("cannot launch kernel '{}': it has {}, the launch gives {}",
                                 kernel, count(parameters.size(), "parameter"),
                                 count(arguments.size(), "argument")));
  std::vector<std::byte> block(block_bytes);
  for (size_t i = 0; i < parameters.size(); i++) {
    const ParameterInfo& p = parameters[i];
    if (arguments[i].size != p.size)
      throw UsageError(fmt::format(
          "cannot launch kernel '{}': parameter {} ('{}') has {} bytes, the argument has {}",
          kernel, i, p.name, p.size, arguments[i].size));
    if (p.size > 0 && !arguments[i].data)
      throw UsageError(
          fmt::format("cannot launch kernel '{}': argument {} ('{}') is null", kernel, i, p.name));
    if (p.size > 0) std::memcpy(block.data() + p.offset, arguments[i].data, p.size);
  }
  return block;
}

}  // namespace heddle
