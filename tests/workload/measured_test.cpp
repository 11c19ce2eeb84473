// docs/workloads.md is written from workloads/measured.json, and both are of kernels that exist.
#include "workload/measured.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
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
    const Entry* entry = find_workload(k.workload);
    ASSERT_NE(entry, nullptr) << k.workload;
    Device device;
    EXPECT_NO_THROW(device.load_text(std::string(entry->ptx)).kernel(k.kernel)) << k.workload;
  }
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
