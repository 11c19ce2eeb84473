// docs/workloads.md is written from workloads/measured.json, and both are of kernels that exist.
#include "workload/measured.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/error.hpp"
#include "effort.hpp"
#include "exec/engine.hpp"
#include "host/file.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {
namespace {

TEST(MeasuredWorkloads, DocumentIsWrittenFromMeasurements) {
  std::string path = std::string(HEDDLE_ROOT) + "/docs/workloads.md";
  if (std::getenv("HEDDLE_WRITE_DOCS")) write_file(path, workloads_markdown(measured()));
  EXPECT_EQ(read_file(path), workloads_markdown(measured()))
      << "run heddle measure-workloads, or this test with HEDDLE_WRITE_DOCS=1";
}

TEST(MeasuredWorkloads, AreOfKernelsThatExist) {
  for (const KernelMeasurement& k : measured().kernels) {
    const auto entry = find_workload(k.workload);
    ASSERT_TRUE(entry) << k.workload;
    Device device;
    EXPECT_NO_THROW(device.load_text(std::string(entry->ptx)).kernel(k.kernel)) << k.workload;
  }
}

struct Seen {
  uint64_t launches = 0, thread_instructions = 0;
};

/// Kernels that a workload launches, and what their threads execute.
std::map<std::string, Seen> launched(const Entry& entry, const std::string& size) {
  std::map<std::string, Seen> kernels;
  auto engine = std::make_shared<FunctionalEngine>();
  engine->finished = [&](const Executable& kernel, const Launch&, const RunCounts& counts) {
    Seen& seen = kernels[std::string(kernel.entry->name)];
    seen.launches++;
    seen.thread_instructions += counts.thread_instructions;
  };
  DeviceOptions options;
  options.engine = engine;
  Device device(options);
  make_driver(entry, device, {size})->run();
  return kernels;
}

/// By the kernels' names.
std::map<std::string, KernelMeasurement> measured_of(const Entry& entry) {
  std::map<std::string, KernelMeasurement> kernels;
  for (const KernelMeasurement& k : measured().kernels)
    if (k.workload == entry.name) kernels.emplace(k.kernel, k);
  return kernels;
}

TEST(MeasuredWorkloads, AreOfAllKernelsThatAreLaunched) {
  for (const Entry& entry : workloads()) {
    std::set<std::string> file, launches;
    for (const auto& [kernel, k] : measured_of(entry)) file.insert(kernel);
    for (const auto& [kernel, seen] : launched(entry, "tiny")) launches.insert(kernel);
    EXPECT_EQ(file, launches) << entry.name << ": run heddle measure-workloads";
  }
}

/// Threads race, so that how much they do depends on timing.
constexpr std::string_view kRaces[] = {"bfs_frontier", "bfs_warp_centric", "bucket_sort",
                                       "histogram", "quick_sort"};

/// What does not depend on the machine: of all kernels the registers, of short programs (all, when
/// there is time) what they execute.
TEST(MeasuredWorkloads, AreOfTheKernelsAsTheyAre) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  size_t executed = 0;
  for (const Entry& entry : workloads()) {
    SCOPED_TRACE(entry.name);
    auto file = measured_of(entry);
    Device device;
    Module module = device.load_text(std::string(entry.ptx));
    uint64_t instructions = 0;
    for (const auto& [kernel, k] : file) {
      instructions += k.thread_instructions;
      EXPECT_EQ(k.registers, module.kernel(kernel).attributes().registers)
          << kernel << ": run heddle measure-workloads";
    }
    bool races = std::ranges::find(kRaces, entry.name) != std::end(kRaces);
    if (races || (!full_effort() && instructions > 10'000'000)) continue;
    executed++;
    for (const auto& [kernel, seen] : launched(entry, "small")) {
      EXPECT_EQ(file[kernel].launches, seen.launches) << kernel;
      EXPECT_EQ(file[kernel].thread_instructions, seen.thread_instructions)
          << kernel << ": run heddle measure-workloads";
    }
  }
  EXPECT_GE(executed, 5u);
}

TEST(MeasuredWorkloads, SurviveTheFile) {
  Measurements m{"this", "that", {}};
  KernelMeasurement& k = m.kernels.emplace_back();
  k.workload = "sort";
  k.kernel = "exchange";
  k.simd_efficiency = 0.9;
  k.wide_ipc = 31;
  k.interleavable = true;
  Measurements again = parse_measurements(measurements_json(m));
  ASSERT_EQ(again.kernels.size(), 1u);
  EXPECT_EQ(again.kernels[0].classes(), "regular, coherent, interleavable");
  EXPECT_EQ(again.kernels[0].l1_miss_rate, std::nullopt);
  EXPECT_EQ(measurements_json(again), measurements_json(m));
}

/// All kernels of matmul, which brunie2012 has as regular, as they would be with this IPC.
std::string document_with(double wide_ipc) {
  Measurements m{"this", "that", {}};
  KernelMeasurement& k = m.kernels.emplace_back();
  k.workload = "matmul";
  k.kernel = "multiply";
  k.thread_instructions = 100;
  k.simd_efficiency = 0.5;
  k.wide_ipc = wide_ipc;
  return workloads_markdown(m);
}

TEST(MeasuredWorkloads, DocumentTellsWhereClassesDiffer) {
  EXPECT_THAT(document_with(40), testing::HasSubstr("1 classes in the papers, 0 are measured"));
  EXPECT_THAT(document_with(20),
              testing::HasSubstr("| `matmul` | regular | irregular | 20.0 | 50.0 % |"));
}

TEST(MeasuredWorkloads, ABrokenFileSaysWhatToDo) {
  try {
    parse_measurements("{\"machine\": 3");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("run heddle measure-workloads"));
  }
}

}  // namespace
}  // namespace heddle::workload
