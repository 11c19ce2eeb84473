#include "host/output_plan.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.hpp"
#include "host/file.hpp"
#include "host/output_place.hpp"

namespace heddle {

namespace {

std::string described(const std::string& what, const std::filesystem::path& path) {
  return fmt::format("{} '{}'", what, path.string());
}

bool is_one_file(const OutputPlace& a, const OutputPlace& b) {
  return !a.identity.empty() && a.identity == b.identity && !a.takes_all();
}

/// `heddle ... --json out > out`: the file would take the place of what was printed into it.
void check_against_standard_output(const OutputPlace& place, const std::string& shown) {
  OutputPlace stream = find_output_place("/proc/self/fd/1");
  if (place.kind == OutputPlace::Kind::File && S_ISREG(stream.mode) && is_one_file(place, stream))
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

void OutputPlan::leaves_to_others(const std::filesystem::path& path, std::string what) {
  others_.push_back({path, std::move(what)});
}

void OutputPlan::check() const {
  std::vector<OutputPlace> places;
  for (const File& output : outputs_) {
    const std::string shown = described(output.what, output.path);
    OutputPlace place = find_output_place(output.path);
    check_against_standard_output(place, shown);
    for (const File& input : inputs_)
      if (is_one_file(place, find_output_place(input.path)))
        throw UsageError(fmt::format("{} would overwrite {}: name another file", shown,
                                     described(input.what, input.path)));
    for (const File& other : others_)
      if (is_one_file(place, find_output_place(other.path)))
        throw UsageError(
            fmt::format("{} and {} name the same file", shown, described(other.what, other.path)));
    for (size_t i = 0; i < places.size(); i++)
      if (is_one_file(place, places[i]))
        throw UsageError(fmt::format("{} and {} name the same file", outputs_[i].what, shown));
    places.push_back(std::move(place));
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
    if (find_output_place(output.path).descriptor == STDOUT_FILENO) return true;
  return false;
}

bool is_same_output(const std::filesystem::path& a, const std::filesystem::path& b) {
  return is_one_file(find_output_place(a), find_output_place(b));
}

void check_writable(const std::filesystem::path& path, std::string_view shown) {
  const OutputPlace place = find_output_place(path);
  if (place.error != 0)
    throw IoError(fmt::format("cannot write '{}': {}", shown, output_problem(place)));
  // Only the attempt tells of a read-only disk; what it made is removed again. Opening a pipe would
  // wait for its reader.
  if (place.kind == OutputPlace::Kind::File) OutputFile probe(path);
}

}  // namespace heddle
