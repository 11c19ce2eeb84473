#include "workload/measured.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "json/json.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

/// Rounds to four digits, so that small changes of the machine leave the file unchanged.
double rounded(double value) { return std::round(value * 1e4) / 1e4; }

Json kernel_json(const KernelMeasurement& k) {
  return {{"workload", k.workload},
          {"kernel", k.kernel},
          {"launches", k.launches},
          {"thread_instructions", k.thread_instructions},
          {"simd_efficiency", rounded(k.simd_efficiency)},
          {"branches", k.branches},
          {"divergent_branches", k.divergent_branches},
          {"l1_miss_rate", k.l1_miss_rate ? Json(rounded(*k.l1_miss_rate)) : Json(nullptr)},
          {"idle_share", rounded(k.idle_share)},
          {"registers", k.registers},
          {"wide_ipc", rounded(k.wide_ipc)},
          {"interleavable", k.interleavable}};
}

KernelMeasurement kernel_from(const Json& j) {
  KernelMeasurement k;
  k.workload = j.at("workload");
  k.kernel = j.at("kernel");
  k.launches = j.at("launches");
  k.thread_instructions = j.at("thread_instructions");
  k.simd_efficiency = j.at("simd_efficiency");
  k.branches = j.at("branches");
  k.divergent_branches = j.at("divergent_branches");
  if (!j.at("l1_miss_rate").is_null()) k.l1_miss_rate = j.at("l1_miss_rate").get<double>();
  k.idle_share = j.at("idle_share");
  k.registers = j.at("registers");
  k.wide_ipc = j.at("wide_ipc");
  k.interleavable = j.at("interleavable");
  return k;
}

constexpr std::string_view kIntroduction = R"(# Workloads

<!-- Written by `heddle measure-workloads`; a test compares it with workloads/measured.json. -->

The benchmark programs of the five papers, written from the algorithms' definitions. `heddle run NAME
--size tiny|small|paper` runs one and verifies its results against a reference on the CPU; `heddle list
workloads --json` has parameters and sizes.

)";

void add_list(std::string& out, const Measurements& m) {
  out += "| workload | papers | what it is | what the papers say |\n| --- | --- | --- | --- |\n";
  for (const Entry& entry : workloads()) {
    if (std::ranges::find(m.kernels, entry.name, &KernelMeasurement::workload) == m.kernels.end())
      continue;
    Description d = entry.description();
    out += fmt::format("| `{}` | {} | {} | {} |\n", d.name, fmt::join(d.papers, ", "), d.summary,
                       d.says);
  }
}

void add_kernels(std::string& out, const Measurements& m) {
  out += fmt::format(
      "\n## Kernels\n\nMeasured at size `small` on {}. *Idle* is the share of issue slots that "
      "issued nothing. Classes: *regular* has an IPC above 30 on {} (brunie2012); *coherent* a "
      "SIMD "
      "efficiency of at least 85 % (lucas2015), others are divergent; *interleavable* a branch "
      "that diverged and has work on both sides (rhu2013).\n\n"
      "| workload | kernel | launches | thread instructions | SIMD efficiency | divergent branches "
      "| L1 misses | idle | registers | IPC at 64 | class |\n"
      "| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --- |\n",
      m.machine, m.wide_machine);
  for (const KernelMeasurement& k : m.kernels)
    out += fmt::format(
        "| `{}` | `{}` | {} | {} | {:.1f} % | {:.1f} % of {} | {} | {:.1f} % | {} | {:.1f} | {} "
        "|\n",
        k.workload, k.kernel, k.launches, k.thread_instructions, 100 * k.simd_efficiency,
        k.branches == 0
            ? 0.0
            : 100 * static_cast<double>(k.divergent_branches) / static_cast<double>(k.branches),
        k.branches, k.l1_miss_rate ? fmt::format("{:.1f} %", 100 * *k.l1_miss_rate) : "-",
        100 * k.idle_share, k.registers, k.wide_ipc, k.classes());
}

/// All kernels of a program together, as the papers class it.
struct ProgramMeasurement {
  double instructions = 0, wide_cycles = 0, slots = 0;  // of threads
  bool coherent = true, interleavable = false;

  void add(const KernelMeasurement& k) {
    auto executed = static_cast<double>(k.thread_instructions);
    instructions += executed;
    wide_cycles += executed / k.wide_ipc;
    slots += executed / k.simd_efficiency;
    coherent &= k.coherent();
    interleavable |= k.interleavable;
  }
  double wide_ipc() const { return instructions / wide_cycles; }
  bool regular() const { return wide_ipc() > KernelMeasurement::kRegularIpc; }
};

struct ClassTest {
  std::string_view name, otherwise;
  bool (*holds)(const ProgramMeasurement&);
};

constexpr ClassTest kClassTests[] = {
    {"regular", "irregular", [](const ProgramMeasurement& p) { return p.regular(); }},
    {"irregular", "regular", [](const ProgramMeasurement& p) { return !p.regular(); }},
    {"coherent", "divergent", [](const ProgramMeasurement& p) { return p.coherent; }},
    {"divergent", "coherent", [](const ProgramMeasurement& p) { return !p.coherent; }},
    {"interleavable", "not interleavable",
     [](const ProgramMeasurement& p) { return p.interleavable; }},
    {"not interleavable", "interleavable",
     [](const ProgramMeasurement& p) { return !p.interleavable; }},
};
static_assert(std::size(kClassTests) == kPaperClasses.size());

void add_differences(std::string& out, const Measurements& m) {
  std::string rows;
  size_t said = 0, differ = 0;
  for (const Entry& entry : workloads()) {
    ProgramMeasurement p;
    for (const KernelMeasurement& k : m.kernels)
      if (k.workload == entry.name) p.add(k);
    if (p.instructions == 0) continue;
    for (const std::string& c : entry.description().classes) {
      const ClassTest& test = *std::ranges::find(kClassTests, c, &ClassTest::name);
      said++;
      if (test.holds(p)) continue;
      differ++;
      rows += fmt::format("| `{}` | {} | {} | {:.1f} | {:.1f} % |\n", entry.name, test.name,
                          test.otherwise, p.wide_ipc(), 100 * p.instructions / p.slots);
    }
  }
  out += fmt::format(
      "\n## Where the classes differ from the papers'\n\nPapers class programs, over all kernels "
      "together; `classes` in `workload.toml` has what they say. A program is *regular* by the IPC "
      "of all its kernels, *divergent* or *interleavable* when one of them is. Of {} classes that "
      "papers give, {} are measured otherwise. The boundary of *regular* is a number of "
      "instructions per cycle, so that it depends on inputs and on the compiler's code: a program "
      "that waits for memory is irregular by it without any divergence, and one whose divergence "
      "leaves enough lanes busy is regular.\n\n",
      said, differ);
  if (differ > 0)
    out +=
        "| workload | papers say | measured | IPC at 64 | SIMD efficiency |\n"
        "| --- | --- | --- | --: | --: |\n" +
        rows;
}

}  // namespace

std::string KernelMeasurement::classes() const {
  return fmt::format("{}, {}{}", regular() ? "regular" : "irregular",
                     coherent() ? "coherent" : "divergent", interleavable ? ", interleavable" : "");
}

Measurements parse_measurements(std::string_view text) {
  try {
    Json json = parse_json(text);
    Measurements m;
    if (json.empty()) return m;
    m.machine = json.at("machine");
    m.wide_machine = json.at("wide_machine");
    for (const Json& kernel : json.at("kernels")) m.kernels.push_back(kernel_from(kernel));
    return m;
  } catch (const Json::exception& e) {
    throw InputError(fmt::format(
        "workloads/measured.json: {}; run heddle measure-workloads to write it anew\n", e.what()));
  }
}

Measurements measured() { return parse_measurements(measured_text()); }

std::string measurements_json(const Measurements& m) {
  Json json{{"machine", m.machine}, {"wide_machine", m.wide_machine}, {"kernels", Json::array()}};
  for (const KernelMeasurement& k : m.kernels) json["kernels"].push_back(kernel_json(k));
  return indented(json, 1);
}

std::string workloads_markdown(const Measurements& m) {
  std::string out(kIntroduction);
  add_list(out, m);
  if (m.kernels.empty()) return out;
  add_kernels(out, m);
  add_differences(out, m);
  return out;
}

}  // namespace heddle::workload
