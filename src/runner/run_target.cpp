#include "runner/run_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "host/file.hpp"
#include "launch/session.hpp"
#include "launch/sketch.hpp"
#include "stats/statistics_json.hpp"

namespace heddle {

namespace {

class DescriptionTarget final : public RunTarget {
 public:
  DescriptionTarget(const RunTargetChoice& choice, Device& device)
      : session_(choice.name, device, choice.keeps_outputs) {}
  void run() override { session_.run(); }
  std::vector<std::string> unsupported() const override { return session_.unsupported(); }
  std::vector<std::string> outputs() const override {
    std::vector<std::string> lines;
    for (const WrittenOutput& o : session_.outputs())
      lines.push_back(fmt::format("wrote '{}' to {} ({} bytes)", o.target, o.file, o.bytes));
    return lines;
  }
  std::vector<Finding> findings() const override {
    std::vector<Finding> all;
    for (const ComparisonResult& c : session_.compare())
      all.push_back({c.differing == 0, c.target,
                     c.differing == 0
                         ? fmt::format("{} ({} values, {})", c.against, c.values, c.tolerance)
                         : fmt::format("{} in {} of {} values ({}); {}", c.against, c.differing,
                                       c.values, c.tolerance, c.first_difference)});
    return all;
  }
  void add_json(Json& json) const override {
    json["outputs"] = Json::array();
    for (const WrittenOutput& o : session_.outputs())
      json["outputs"].push_back({{"target", o.target}, {"file", o.file}, {"bytes", o.bytes}});
    json["compares"] = Json::array();
    for (const ComparisonResult& c : session_.compare())
      json["compares"].push_back({{"target", c.target},
                                  {"tolerance", c.tolerance},
                                  {"values", c.values},
                                  {"differing", c.differing},
                                  {"first_difference", c.first_difference}});
  }

 private:
  Session session_;
};

class WorkloadTarget final : public RunTarget {
 public:
  WorkloadTarget(const RunTargetChoice& choice, Device& device)
      : choice_(choice),
        driver_(
            workload::make_driver(workload::require_workload(choice.name, choice.extensions.get()),
                                  device, choice.workload)) {}
  void run() override { driver_->run(); }
  std::vector<Finding> findings() const override {
    std::string wrong = driver_->verify();
    bool good = wrong.empty();
    return {{good, choice_.name, good ? "the reference" : fmt::format("the reference: {}", wrong)}};
  }
  void add_json(Json& json) const override {
    std::string wrong = driver_->verify();
    json["workload"] = workload_json(*chosen_workload(choice_));
    json["workload"]["wrong"] = wrong.empty() ? Json() : Json(wrong);
  }

 private:
  RunTargetChoice choice_;
  std::unique_ptr<workload::Driver> driver_;
};

}  // namespace

namespace {

constexpr size_t kSketchedKernels = 3;

/// PTX begins with a .version directive, after comments. A file named *.ptx counts without a look.
bool is_ptx(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  if (file.extension() == ".ptx") return true;
  std::string text = read_file(file);
  size_t begin = text.find_first_not_of(" \t\r\n");
  return begin != std::string::npos && text.compare(begin, 8, ".version") == 0;
}

/// Throws InputError when the file is PTX, which has no sizes, inputs or expected results.
void refuse_ptx(const std::filesystem::path& file) {
  if (!is_ptx(file)) return;
  ProgramPtr module = load_module(std::make_shared<Source>(file.string(), read_file(file)));
  size_t kernels = std::ranges::count_if(module->functions,
                                         [](const Function& f) { return f.is_entry && f.defined; });
  std::string own = file.filename().replace_extension(".toml").string();
  std::string text = fmt::format(
      "{0}: this is PTX, which does not say how to run it. A launch description does: a TOML file "
      "that\nnames the kernel, its grid, blocks, parameters and buffers (docs/launch.md). ",
      file.string());
  if (kernels == 0) throw InputError(text + "But the file has no kernels.\n");
  text += fmt::format(
      "To begin with one, write\n\n  heddle inspect {0} --launch {1}\n\nput your values into {1}, "
      "and run that. It begins with:\n\n",
      file.string(), own);
  text += sketch_description(*module, file.filename().string(), kSketchedKernels);
  if (kernels > kSketchedKernels)
    text += fmt::format("\n# ... and {} more kernels\n", kernels - kSketchedKernels);
  throw InputError(text);
}

}  // namespace

bool is_description(const std::string& name, const ExtensionsPtr& extensions) {
  std::error_code ignored;
  return name.find('/') != std::string::npos || name.ends_with(".toml") ||
         (!workload::find_workload(name, extensions.get()) &&
          std::filesystem::is_regular_file(name, ignored));
}

void check_run_target(const RunTargetChoice& choice) {
  if (is_description(choice.name, choice.extensions)) refuse_ptx(choice.name);
  if (is_description(choice.name, choice.extensions) && choice.workload_options)
    throw UsageError(fmt::format(
        "--size, --param and --seed are for workloads; '{}' is a launch description", choice.name));
  chosen_workload(choice);
}

std::optional<ChosenWorkload> chosen_workload(const RunTargetChoice& choice) {
  if (is_description(choice.name, choice.extensions)) return std::nullopt;
  const auto& [size, parameters, seed] = choice.workload;
  workload::Description description =
      workload::require_workload(choice.name, choice.extensions.get()).description();
  workload::Values values = choose_values(description, size, parameters);
  ChosenWorkload chosen{choice.name, size, {}, seed};
  for (const workload::Parameter& p : description.parameters)
    chosen.parameters.emplace(p.name, values[p.name]);
  return chosen;
}

RunTargetFiles run_target_files(const RunTargetChoice& choice) {
  RunTargetFiles files;
  if (!is_description(choice.name, choice.extensions)) return files;
  files.inputs.emplace_back(choice.name, "the launch description");
  DescriptionFiles described = description_files(choice.name);
  for (auto& path : described.inputs) files.inputs.emplace_back(std::move(path), "the input");
  if (!choice.keeps_outputs) return files;
  for (auto& path : described.outputs) files.outputs.emplace_back(std::move(path), "the output");
  return files;
}

std::unique_ptr<RunTarget> make_run_target(const RunTargetChoice& choice, Device& device) {
  check_run_target(choice);
  if (is_description(choice.name, choice.extensions))
    return std::make_unique<DescriptionTarget>(choice, device);
  return std::make_unique<WorkloadTarget>(choice, device);
}

}  // namespace heddle
