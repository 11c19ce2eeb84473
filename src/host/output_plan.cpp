#include "host/output_plan.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.hpp"
#include "host/file.hpp"
#include "host/output_target.hpp"

namespace heddle {

namespace {

std::string described(const std::string& what, const std::filesystem::path& path) {
  return fmt::format("{} '{}'", what, path.string());
}

bool is_same_file(const OutputTarget& a, const OutputTarget& b) {
  return !a.identity.empty() && a.identity == b.identity && !a.accepts_many_outputs();
}

/// `heddle ... --json out > out`: the file would replace what was printed to it.
void check_against_standard_output(const OutputTarget& target, const std::string& shown) {
  OutputTarget stream = find_output_target("/proc/self/fd/1");
  if (target.kind == OutputTarget::Kind::File && S_ISREG(stream.mode) &&
      is_same_file(target, stream))
    throw UsageError(
        fmt::format("{} is the file that standard output goes to: name another file, or '-' for "
                    "standard output",
                    shown));
}

}  // namespace

void OutputPlan::reads(const std::filesystem::path& path, std::string what) {
  inputs_.push_back({path, std::move(what)});
}

void OutputPlan::writes(const std::filesystem::path& path, std::string what) {
  if (!path.empty()) outputs_.push_back({path, std::move(what)});
}

void OutputPlan::written_elsewhere(const std::filesystem::path& path, std::string what) {
  others_.push_back({path, std::move(what)});
}

void OutputPlan::check() const {
  std::vector<OutputTarget> targets;
  for (const File& output : outputs_) {
    const std::string shown = described(output.what, output.path);
    OutputTarget target = find_output_target(output.path);
    check_against_standard_output(target, shown);
    for (const File& input : inputs_)
      if (is_same_file(target, find_output_target(input.path)))
        throw UsageError(fmt::format("{} would overwrite {}: name another file", shown,
                                     described(input.what, input.path)));
    for (const File& other : others_)
      if (is_same_file(target, find_output_target(other.path)))
        throw UsageError(
            fmt::format("{} and {} name the same file", shown, described(other.what, other.path)));
    for (size_t i = 0; i < targets.size(); i++)
      if (is_same_file(target, targets[i]))
        throw UsageError(fmt::format("{} and {} name the same file", outputs_[i].what, shown));
    targets.push_back(std::move(target));
  }
  for (const File& output : outputs_) {
    try {
      check_writable(output.path, output.path.string());
    } catch (const IoError& e) {
      throw IoError(fmt::format("{}: {}", output.what, e.what()));
    }
  }
}

bool OutputPlan::uses_standard_output() const {
  for (const File& output : outputs_)
    if (find_output_target(output.path).descriptor == STDOUT_FILENO) return true;
  return false;
}

bool is_same_output(const std::filesystem::path& a, const std::filesystem::path& b) {
  return is_same_file(find_output_target(a), find_output_target(b));
}

void check_writable(const std::filesystem::path& path, std::string_view shown) {
  const OutputTarget target = find_output_target(path);
  if (target.error != 0)
    throw IoError(fmt::format("cannot write '{}': {}", shown, output_problem(target)));
  // Only an attempt to write detects a read-only disk; the probe removes its file again. Opening a
  // pipe would wait for its reader.
  if (target.kind == OutputTarget::Kind::File) OutputFile probe(path);
}

}  // namespace heddle
