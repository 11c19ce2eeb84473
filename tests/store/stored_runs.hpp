// Runs to store in tests.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "json/json.hpp"
#include "store/result_store.hpp"

namespace heddle::store::test {

inline StoredRun run_named(const std::string& key) {
  StoredRun run;
  run.key = key;
  run.tool = "simulate", run.workload = "bitonic", run.size = "tiny";
  run.parameters = {"n=64"};
  run.preset = "small", run.arch = "pdom";
  run.machine = "core.warp = 32\n";
  run.configuration = R"({"core":{"warp":32}})";
  run.version = "0.1.0", run.model = "model", run.inputs = "inputs", run.host = "here";
  run.seconds = 0.25, run.finished = 1'700'000'000;
  run.result = {{"total", {{"cycles", 12345}, {"rate", 0.1}, {"l1", {{"reads", 7}}}}}, {"of", key}};
  return run;
}

/// Everything in a run, to compare.
inline std::string as_text(const StoredRun& r) {
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", r.key, r.tool,
                     r.workload, r.size, fmt::join(r.parameters, ","), r.seed, r.sampling, r.preset,
                     r.arch, r.machine, r.configuration, r.version, r.model, r.inputs, r.host,
                     r.seconds, r.finished, compact(r.result));
}

}  // namespace heddle::store::test
