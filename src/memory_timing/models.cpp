// The list of memory models. A new model is a folder here and a line in the list.
#include <algorithm>
#include <array>

#include "config/variants.hpp"
#include "memory_timing/fixed/fixed.hpp"
#include "memory_timing/full/full.hpp"
#include "memory_timing/ideal/ideal.hpp"
#include "memory_timing/open_row/open_row.hpp"
#include "memory_timing/shared_memory.hpp"

namespace heddle {
namespace {

using Make = std::unique_ptr<SharedMemory> (*)(const MachineConfig&);

struct Model {
  MemoryModelInfo info;
  Make make;
};

constexpr std::array kModels{
    Model{{"ideal", "every request is done after a constant time"}, make_ideal_memory},
    Model{{"fixed", "L1s over constant latency and limited bandwidth"}, make_fixed_memory},
    Model{{"open-row", "L1s over banks with open rows, FCFS"}, make_open_row_memory},
    Model{{"full", "L1s, crossbar, L2 partitions, DRAM channels"}, make_full_memory},
};

constexpr auto infos() {
  std::array<MemoryModelInfo, kModels.size()> result{};
  for (size_t i = 0; i < kModels.size(); ++i) result[i] = kModels[i].info;
  return result;
}
constexpr auto kInfos = infos();
static_assert(same_names(kInfos, kMemoryModelNames));

}  // namespace

std::span<const MemoryModelInfo> memory_models() { return kInfos; }

std::unique_ptr<SharedMemory> make_shared_memory(const ValidMachine& config) {
  auto named = [&](const Model& model) { return config->memory.model == model.info.name; };
  return std::ranges::find_if(kModels, named)->make(config);  // there is one: the machine is valid
}
std::unique_ptr<MemorySystem> make_memory_system(const ValidMachine& config) {
  return make_shared_memory(config);
}

}  // namespace heddle
