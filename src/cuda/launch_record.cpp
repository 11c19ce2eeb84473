#include "cuda/launch_record.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "host/file.hpp"
#include "json/json.hpp"

namespace heddle::cuda {

namespace {

Json counters_to_json(const Counters& counters) {
  Json out = Json::object();
  for (const Statistic& s : statistics()) {
    if (s.is_derived()) continue;
    if (const uint64_t* value = s.read(counters); value && *value != 0) out[s.name] = *value;
  }
  return out;
}

Counters counters_from_json(const Json& json, const MachineConfig& config) {
  Counters counters;
  counters.core.size_for(config.core.warp,
                         config.core.schedulers * config.core.issue_per_scheduler);
  for (const Statistic& s : statistics()) {
    if (s.is_derived()) continue;
    if (auto at = json.find(s.name); at != json.end())
      if (uint64_t* value = s.write(counters)) *value = at->get<uint64_t>();
  }
  return counters;
}

Json branches_to_json(const std::vector<BranchCounters>& branches) {
  Json out = Json::array();
  for (const BranchCounters& b : branches)
    out.push_back({b.pc, b.line, b.executed, b.diverged, b.interleavable, b.taken, b.not_taken,
                   b.reconverge_cycles, b.reconvergences});
  return out;
}

std::vector<BranchCounters> branches_from_json(const Json& json) {
  std::vector<BranchCounters> out;
  for (const Json& b : json) out.push_back({b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8]});
  return out;
}

Json record_to_json(const LaunchRecord& r) {
  Json json{{"number", r.number},
            {"kernel", r.stats.kernel},
            {"grid", r.stats.grid},
            {"block", r.stats.block},
            {"shared_bytes", r.stats.shared_bytes},
            {"timed", r.timed},
            {"partial", r.stats.partial},
            {"error", r.error},
            {"blocks", r.counts.blocks},
            {"warp_instructions", r.counts.warp_instructions},
            {"thread_instructions", r.counts.thread_instructions}};
  if (!r.timed) return json;
  json["cycles"] = r.cycles;
  json["counters"] = counters_to_json(r.stats.total);
  json["branches"] = branches_to_json(r.stats.branches);
  return json;
}

LaunchRecord record_from_json(const Json& json, const MachineConfig& config) {
  LaunchRecord r;
  r.number = json.at("number");
  r.stats.kernel = json.at("kernel");
  r.stats.grid = json.at("grid");
  r.stats.block = json.at("block");
  r.stats.shared_bytes = json.at("shared_bytes");
  r.stats.partial = json.at("partial");
  r.timed = json.at("timed");
  r.error = json.at("error");
  r.counts.blocks = json.at("blocks");
  r.counts.warp_instructions = json.at("warp_instructions");
  r.counts.thread_instructions = json.at("thread_instructions");
  if (!r.timed) return r;
  r.cycles = json.at("cycles");
  r.stats.total = counters_from_json(json.at("counters"), config);
  r.stats.branches = branches_from_json(json.at("branches"));
  return r;
}

void read_process(const std::filesystem::path& file, const MachineConfig& config, Records& out) {
  const std::string text = read_file(file);
  std::string_view rest = text;
  out.processes++;
  for (size_t end; (end = rest.find('\n')) != std::string_view::npos; rest.remove_prefix(end + 1)) {
    const Json json = parse_json(rest.substr(0, end));
    if (json.contains("kernel")) out.launches.push_back(record_from_json(json, config));
  }
}

}  // namespace

RecordWriter::RecordWriter(const std::filesystem::path& folder) {
  // Numbered by start, so that the order does not depend on process numbers.
  for (int n = 1; file_ < 0; n++) {
    const std::string name = (folder / fmt::format("process.{:04}.jsonl", n)).string();
    file_ = ::open(name.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file_ < 0 && errno != EEXIST)
      throw IoError(fmt::format("cannot write {}: {}", name, std::strerror(errno)));
  }
  line(compact(Json{{"process", ::getpid()}}));
}

RecordWriter::~RecordWriter() {
  if (file_ >= 0) ::close(file_);
}

void RecordWriter::line(const std::string& text) {
  std::string all = text + '\n';
  for (std::string_view rest = all; !rest.empty();) {
    const ssize_t done = ::write(file_, rest.data(), rest.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0)
      throw IoError(fmt::format("cannot write the results of a launch: {}", std::strerror(errno)));
    rest.remove_prefix(static_cast<size_t>(done));
  }
}

void RecordWriter::write(const LaunchRecord& record) { line(compact(record_to_json(record))); }

Records read_records(const std::filesystem::path& folder, const MachineConfig& config) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  std::ranges::sort(files);
  Records out;
  for (const auto& file : files) read_process(file, config, out);
  return out;
}

}  // namespace heddle::cuda
