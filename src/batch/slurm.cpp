#include "batch/slurm.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "base/number.hpp"
#include "batch/captured_command.hpp"

namespace heddle::batch {

namespace {

/// Fields of squeue in one line; the name comes last, since it may contain the separator.
constexpr const char* kQueueFormat = "%F|%K|%t|%r|%j";

std::string_view without_newlines(std::string_view text) {
  const size_t last = text.find_last_not_of(" \t\r\n");
  return last == text.npos ? std::string_view() : text.substr(0, last + 1);
}

/// Slurm replaces patterns like %j in names of files.
std::string without_patterns(const std::string& path) {
  std::string text;
  for (char c : path) text += c == '%' ? std::string("%%") : std::string(1, c);
  return text;
}

class Slurm : public Cluster {
 public:
  explicit Slurm(const std::atomic<bool>* interrupted) : interrupted_(interrupted) {}

  size_t array_limit() override {
    CapturedCommand config;
    try {
      config = run({"scontrol", "show", "config"}, interrupted_);
    } catch (const ClusterError&) {
      return 0;
    }
    std::istringstream lines(config.out);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("MaxArraySize")) continue;
      const size_t value = line.find_first_of("0123456789");
      if (value == line.npos) return 0;
      const auto limit = parse_whole(without_newlines(std::string_view(line).substr(value)));
      if (limit == 0)
        throw ClusterError("this cluster runs no job arrays (MaxArraySize is 0 in slurm.conf)");
      return limit.value_or(0);
    }
    return 0;
  }

  std::string task_number() const override { return "\"$SLURM_ARRAY_TASK_ID\""; }

  std::vector<std::string> submission(const ArrayJob& job) const override {
    const Resources& r = job.resources;
    std::vector<std::string> command = {
        "sbatch",
        "--parsable",
        "--job-name=" + job.name,
        fmt::format("--array=0-{}", job.tasks - 1),
        "--output=" + without_patterns(job.logs.string()) + "/%a.log",
        "--open-mode=append",  // a task that Slurm itself begins again goes on in its file
        "--chdir=" + job.folder.string(),
        "--ntasks=1",
        fmt::format("--cpus-per-task={}", r.cores)};
    for (const auto& [option, value] :
         {std::pair<const char*, const std::string&>{"--partition=", r.partition},
          {"--time=", r.time},
          {"--mem=", r.memory},
          {"--account=", r.account}})
      if (!value.empty()) command.push_back(option + value);
    command.insert(command.end(), r.more.begin(), r.more.end());
    command.push_back(job.script.string());
    return command;
  }

  std::string submit(const ArrayJob& job) override {
    // Never given up in the middle: nobody could tell whether the array was taken.
    const CapturedCommand done = run(submission(job), nullptr);
    // "12", or "12;cluster" where there are several clusters.
    std::string id(without_newlines(done.out));
    id = id.substr(0, id.find(';'));
    if (!parse_whole(id))
      throw ClusterError(fmt::format("sbatch printed '{}' in place of a job's number{}{}", id,
                                     done.err.empty() ? "" : ": ", without_newlines(done.err)));
    return id;
  }

  std::vector<QueuedTask> queue(std::string_view prefix) override {
    const CapturedCommand listed =
        run({"squeue", "--noheader", "--array", "--user=" + std::to_string(::getuid()),
             std::string("--format=") + kQueueFormat},
            interrupted_);
    std::vector<QueuedTask> tasks;
    std::istringstream lines(listed.out);
    for (std::string line; std::getline(lines, line);) {
      std::array<std::string_view, 5> fields;
      std::string_view rest = line;
      for (std::string_view& field : fields) {
        const size_t bar = &field == &fields.back() ? rest.npos : rest.find('|');
        field = rest.substr(0, bar);
        rest.remove_prefix(std::min(rest.size(), field.size() + 1));
      }
      const auto task = parse_whole(fields[1]);
      if (!task || !without_newlines(fields[4]).starts_with(prefix)) continue;
      tasks.push_back({std::string(fields[0]), std::string(without_newlines(fields[4])), *task,
                       fields[2] != "PD", std::string(fields[3])});
    }
    return tasks;
  }

  std::string cancel_command(std::span<const std::string> jobs) const override {
    return fmt::format("scancel {}", fmt::join(jobs, " "));
  }

 private:
  /// Throws ClusterError with what the command printed unless it succeeds.
  static CapturedCommand run(const std::vector<std::string>& command,
                             const std::atomic<bool>* interrupted) {
    CapturedCommand done;
    try {
      done = run_captured(command, {{"LC_ALL", "C"}}, interrupted);
    } catch (const IoError& e) {
      throw ClusterError(fmt::format(
          "{}; a host with Slurm's commands is needed (sbatch, squeue, scontrol)", e.what()));
    }
    if (done.status == 0) return done;
    const std::string_view words = without_newlines(done.err.empty() ? done.out : done.err);
    throw ClusterError(fmt::format("{} ended with status {}{}{}", command[0], done.status,
                                   words.empty() ? "" : ": ", words));
  }

  const std::atomic<bool>* interrupted_;
};

}  // namespace

std::unique_ptr<Cluster> make_slurm(const std::atomic<bool>* interrupted) {
  return std::make_unique<Slurm>(interrupted);
}

}  // namespace heddle::batch
