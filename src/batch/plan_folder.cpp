#include "batch/plan_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <set>

#include "base/digest.hpp"
#include "plugin/load.hpp"

namespace heddle::batch {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPlanSchema = "heddle-plan/1";
constexpr const char* kSweepSchema = "heddle-plan-sweep/1";
constexpr const char* kRunsSchema = "heddle-plan-runs/1";
constexpr size_t kRunsPerFile = 500;

std::string model_digest() {
  return digest_of(fmt::format("{} {}", study::model_version(), study::cuda_version()));
}

fs::path runs_file(const fs::path& folder, size_t number) {
  return folder / "runs" / fmt::format("{:04}.json", number);
}

PlanHeader read_header(const fs::path& file) {
  const Json json = read_checked(file, kPlanSchema);
  return read_members(file, [&] {
    PlanHeader h;
    h.id = json.at("id"), h.digest = json.at("digest"), h.version = json.at("version");
    h.model = json.at("model"), h.program = json.at("program"), h.folder = json.at("folder");
    h.command = json.at("command"), h.store = json.at("store");
    json.at("plugins").get_to(h.plugins);
    json.at("runs").get_to(h.runs);
    h.submit = submit_options_from_json(json.at("submit"));
    return h;
  });
}

void write_header(const fs::path& file, const PlanHeader& h) {
  write_checked(file, {{"schema", kPlanSchema},
                       {"id", h.id},
                       {"digest", h.digest},
                       {"version", h.version},
                       {"model", h.model},
                       {"program", h.program},
                       {"folder", h.folder},
                       {"command", h.command},
                       {"store", h.store},
                       {"plugins", h.plugins},
                       {"runs", h.runs},
                       {"submit", to_json(h.submit)}});
}

/// Batch systems take the names of files apart, and tasks write them into scripts.
void check_name(const fs::path& folder) {
  for (char c : folder.string())
    if (c == '\\' || static_cast<unsigned char>(c) < ' ')
      throw UsageError(fmt::format(
          "the folder {} has a backslash or a control character in its name, which batch systems "
          "read in their own way; choose another with --folder",
          folder.string()));
}

void write_sweep(const fs::path& folder, const PlanHeader& header,
                 const study::PlannedSweep& sweep) {
  for (const char* name : {"runs", "arrays", "results", "logs"}) make_folder(folder / name);
  for (size_t first = 0; first < sweep.plan.runs.size(); first += kRunsPerFile) {
    Json json{{"schema", kRunsSchema}};
    json.update(
        runs_json(sweep.plan, first, std::min(first + kRunsPerFile, sweep.plan.runs.size())));
    write_checked(runs_file(folder, first / kRunsPerFile), json);
  }
  // Made once here and not by thousands of tasks at the same time.
  std::set<std::string> parts;
  for (const std::string& key : sweep.plan.keys)
    if (parts.insert(key.substr(0, 2)).second) make_folder(folder / "results" / key.substr(0, 2));
  Json json{{"schema", kSweepSchema}};
  json.update(to_json(sweep));
  write_checked(folder / "sweep.json", json);
  write_header(folder / "plan.json", header);
}

}  // namespace

Json to_json(const SubmitOptions& o) {
  return {{"cluster", o.cluster},
          {"partition", o.resources.partition},
          {"time", o.resources.time},
          {"memory", o.resources.memory},
          {"account", o.resources.account},
          {"more", o.resources.more},
          {"cores", o.resources.cores},
          {"array_size", o.array_size},
          {"runs_per_task", o.runs_per_task},
          {"resubmissions", o.resubmissions}};
}

SubmitOptions submit_options_from_json(const Json& json) {
  SubmitOptions o;
  json.at("cluster").get_to(o.cluster);
  json.at("partition").get_to(o.resources.partition);
  json.at("time").get_to(o.resources.time);
  json.at("memory").get_to(o.resources.memory);
  json.at("account").get_to(o.resources.account);
  json.at("more").get_to(o.resources.more);
  json.at("cores").get_to(o.resources.cores);
  json.at("array_size").get_to(o.array_size);
  json.at("runs_per_task").get_to(o.runs_per_task);
  json.at("resubmissions").get_to(o.resubmissions);
  if (o.runs_per_task == 0 || o.resources.cores == 0)
    throw InputError("a task takes no run or no core");
  return o;
}

std::string PlanFolder::digest_of_runs(const study::Plan& plan) {
  std::string all;
  for (const std::string& key : plan.keys) all += key + "\n";
  return digest_of(all);
}

bool PlanFolder::is_plan(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "plan.json", ignored);
}

PlanFolder PlanFolder::create(const fs::path& where, PlanHeader header,
                              const study::PlannedSweep& sweep) {
  const fs::path folder = fs::absolute(where).lexically_normal();
  check_name(folder);
  std::error_code ignored;
  if (fs::exists(folder, ignored) &&
      !(fs::is_directory(folder, ignored) && fs::is_empty(folder, ignored)))
    throw UsageError(
        fmt::format("{} is there and holds no plan of a sweep; choose another folder with --folder",
                    folder.string()));
  header.version = HEDDLE_VERSION;
  header.model = model_digest();
  header.program = fs::read_symlink("/proc/self/exe", ignored).string();
  header.folder = fs::current_path().string();
  header.plugins.clear();
  if (sweep.study.extensions) header.plugins = sweep.study.extensions->files();
  header.runs = sweep.plan.runs.size();
  header.digest = digest_of_runs(sweep.plan);
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  header.id = digest_of(fmt::format("{} {} {} {} {}.{}", header.digest, folder.string(), own_host(),
                                    ::getpid(), now.tv_sec, now.tv_nsec))
                  .substr(0, 12);
  // Written beside and renamed, so that a folder is a whole plan or none.
  const fs::path beside = fmt::format("{}.{}.new", folder.string(), header.id);
  try {
    make_folder(beside);
    write_sweep(beside, header, sweep);
    fs::rename(beside, folder);
  } catch (const fs::filesystem_error& e) {
    fs::remove_all(beside, ignored);
    throw IoError(
        fmt::format("cannot make the folder {}: {}", folder.string(), e.code().message()));
  } catch (...) {
    fs::remove_all(beside, ignored);
    throw;
  }
  return {folder, std::move(header)};
}

PlanFolder PlanFolder::open(const fs::path& where) {
  const fs::path folder = fs::absolute(where).lexically_normal();
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    throw UsageError(fmt::format("there is no folder {}", folder.string()));
  if (!is_plan(folder))
    throw UsageError(
        fmt::format("{} holds no plan of a sweep (plan.json); 'heddle sweep --on slurm' makes one",
                    folder.string()));
  PlanHeader header = read_header(folder / "plan.json");
  if (header.model != model_digest())
    throw UsageError(fmt::format(
        "the plan in {} was made by another heddle (version {}, {}): its results would not be "
        "this one's; use that one, or begin the sweep again in another folder",
        folder.string(), header.version, header.program));
  return {folder, std::move(header)};
}

study::PlannedSweep PlanFolder::read_sweep() const {
  const fs::path file = path_ / "sweep.json";
  const Json json = read_checked(file, kSweepSchema);
  study::PlannedSweep sweep =
      read_members(file, [&] { return study::planned_sweep_from_json(json); });
  sweep.study.extensions = load_plugins(header_.plugins);
  for (size_t i = 0; sweep.plan.runs.size() < header_.runs; i++)
    add_runs_of(sweep.plan, i, sweep.study.extensions);
  for (const auto& row : sweep.plan.run_of)
    for (size_t run : row)
      if (run != study::Plan::kNone && run >= sweep.plan.runs.size())
        throw DamagedFile(
            fmt::format("{} is damaged: it names a run that the plan has not", file.string()));
  return sweep;
}

void PlanFolder::add_runs_of(study::Plan& plan, size_t number,
                             const ExtensionsPtr& extensions) const {
  const fs::path file = runs_file(path_, number);
  const Json json = read_checked(file, kRunsSchema);
  read_members(file, [&] { study::add_runs(plan, json, number * kRunsPerFile, extensions); });
}

study::Plan PlanFolder::read_runs(std::span<const size_t> numbers) const {
  const ExtensionsPtr extensions = load_plugins(header_.plugins);
  study::Plan chosen;
  std::map<size_t, study::Plan> files;
  for (size_t number : numbers) {
    if (number >= header_.runs)
      throw UsageError(
          fmt::format("the plan has {} runs, counted from 0, and none with the number "
                      "{}",
                      header_.runs, number));
    const size_t file = number / kRunsPerFile;
    auto [at, is_new] = files.try_emplace(file);
    if (is_new) add_runs_of(at->second, file, extensions);
    const size_t i = number % kRunsPerFile;
    if (i >= at->second.runs.size())
      throw DamagedFile(fmt::format("{} lacks runs", runs_file(path_, file).string()));
    chosen.runs.push_back(at->second.runs[i]);
    chosen.keys.push_back(at->second.keys[i]);
    chosen.inputs.push_back(at->second.inputs[i]);
    chosen.archs.push_back(at->second.archs[i]);
  }
  return chosen;
}

}  // namespace heddle::batch
