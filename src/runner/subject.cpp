#include "runner/subject.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "launch/session.hpp"
#include "stats/report_json.hpp"

namespace heddle {

namespace {

class DescriptionSubject final : public Subject {
 public:
  DescriptionSubject(const SubjectChoice& choice, Device& device) : session_(choice.name, device) {
    session_.keeps_outputs = choice.keeps_outputs;
  }
  void run() override { session_.run(); }
  std::vector<std::string> unsupported() const override { return session_.unsupported(); }
  std::vector<std::string> outputs() const override {
    std::vector<std::string> lines;
    for (const OutputReport& o : session_.outputs())
      lines.push_back(fmt::format("wrote '{}' to {} ({} bytes)", o.target, o.file, o.bytes));
    return lines;
  }
  std::vector<Finding> findings() const override {
    std::vector<Finding> all;
    for (const CompareReport& c : session_.compare())
      all.push_back({c.differing == 0, c.target,
                     c.differing == 0
                         ? fmt::format("{} ({} values, {})", c.against, c.values, c.tolerance)
                         : fmt::format("{} in {} of {} values ({}); {}", c.against, c.differing,
                                       c.values, c.tolerance, c.first_difference)});
    return all;
  }
  void add_json(Json& json) const override {
    json["outputs"] = Json::array();
    for (const OutputReport& o : session_.outputs())
      json["outputs"].push_back({{"target", o.target}, {"file", o.file}, {"bytes", o.bytes}});
    json["compares"] = Json::array();
    for (const CompareReport& c : session_.compare())
      json["compares"].push_back({{"target", c.target},
                                  {"tolerance", c.tolerance},
                                  {"values", c.values},
                                  {"differing", c.differing},
                                  {"first_difference", c.first_difference}});
  }

 private:
  Session session_;
};

class WorkloadSubject final : public Subject {
 public:
  WorkloadSubject(const SubjectChoice& choice, Device& device)
      : choice_(choice),
        driver_(workload::make_driver(workload::require_workload(choice.name), device,
                                      choice.workload)) {}
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
  SubjectChoice choice_;
  std::unique_ptr<workload::Driver> driver_;
};

}  // namespace

bool is_description(const std::string& name) {
  std::error_code ignored;
  return name.find('/') != std::string::npos || name.ends_with(".toml") ||
         std::filesystem::is_regular_file(name, ignored);
}

void check_subject(const SubjectChoice& choice) {
  if (is_description(choice.name) && choice.workload_options)
    throw UsageError(fmt::format(
        "--size, --param and --seed are for workloads; '{}' is a launch description", choice.name));
  chosen_workload(choice);
}

std::optional<WorkloadReport> chosen_workload(const SubjectChoice& choice) {
  if (is_description(choice.name)) return std::nullopt;
  const auto& [size, parameters, seed] = choice.workload;
  workload::Description description = workload::require_workload(choice.name).description();
  workload::Values values = choose_values(description, size, parameters);
  WorkloadReport report{choice.name, size, {}, seed};
  for (const workload::Parameter& p : description.parameters)
    report.parameters.emplace(p.name, values[p.name]);
  return report;
}

std::unique_ptr<Subject> make_subject(const SubjectChoice& choice, Device& device) {
  check_subject(choice);
  if (is_description(choice.name)) return std::make_unique<DescriptionSubject>(choice, device);
  return std::make_unique<WorkloadSubject>(choice, device);
}

}  // namespace heddle
