// The list of memory models: one line for each. A new model is a folder beside these and a line.
#include <fmt/format.h>

#include <array>
#include <string>

#include "base/error.hpp"
#include "timing/memory/check.hpp"
#include "timing/memory/fixed/fixed.hpp"
#include "timing/memory/full/full.hpp"
#include "timing/memory/ideal/ideal.hpp"
#include "timing/memory/open_row/open_row.hpp"
#include "timing/memory_system.hpp"

namespace heddle {
namespace {

using Make = std::unique_ptr<MemorySystem> (*)(const MachineConfig&);

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

}  // namespace

std::span<const MemoryModelInfo> memory_models() { return kInfos; }

std::unique_ptr<MemorySystem> make_memory_system(const MachineConfig& config) {
  std::string known;
  for (const Model& model : kModels) {
    if (config.memory.model == model.info.name) {
      check_memory(config);
      return model.make(config);
    }
    known += fmt::format("{}{}", known.empty() ? "" : ", ", model.info.name);
  }
  throw UsageError(
      fmt::format("memory.model is '{}'; it has to be one of: {}", config.memory.model, known));
}

}  // namespace heddle
