// heddle run: carries out a launch description.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "host/file.hpp"
#include "launch/session.hpp"

namespace heddle {

namespace {

struct RunOptions {
  std::string file;
  uint64_t max_instructions = 0;
  std::string json;
};

std::string text_of(const Dim3& d) {
  if (d.z != 1) return fmt::format("{} x {} x {}", d.x, d.y, d.z);
  return d.y != 1 ? fmt::format("{} x {}", d.x, d.y) : fmt::format("{}", d.x);
}

void print_launch(const FinishedLaunch& r) {
  std::string shared;
  if (r.static_shared + r.dynamic_shared > 0)
    shared = fmt::format(", shared memory {} + {} bytes", r.static_shared, r.dynamic_shared);
  print_out(fmt::format("{}: grid {}, block {}{}\n", r.kernel, text_of(r.grid), text_of(r.block),
                        shared));
  print_out(
      fmt::format("  {:>20} blocks\n  {:>20} warp instructions\n  {:>20} thread "
                  "instructions\n",
                  grouped(r.counts.blocks), grouped(r.counts.warp_instructions),
                  grouped(r.counts.thread_instructions)));
}

void print_outputs(const Session& session) {
  for (const OutputReport& o : session.outputs())
    print_out(fmt::format("wrote '{}' to {} ({} bytes)\n", o.target, o.file, o.bytes));
}

bool print_compares(const std::vector<CompareReport>& compares) {
  bool good = true;
  for (const CompareReport& c : compares) {
    if (c.differing == 0) {
      print_out(fmt::format("ok: {} equals {} ({} values, {})\n", c.target, c.against, c.values,
                            c.tolerance));
      continue;
    }
    good = false;
    print_out(fmt::format("DIFFERS: {} from {} in {} of {} values ({}); {}\n", c.target, c.against,
                          c.differing, c.values, c.tolerance, c.first_difference));
  }
  return good;
}

nlohmann::json to_json(const Session& session, const std::vector<CompareReport>& compares) {
  auto dim = [](const Dim3& d) { return nlohmann::json::array({d.x, d.y, d.z}); };
  nlohmann::ordered_json j;
  j["launches"] = nlohmann::json::array();
  for (const FinishedLaunch& r : session.launches())
    j["launches"].push_back({{"kernel", r.kernel},
                             {"grid", dim(r.grid)},
                             {"block", dim(r.block)},
                             {"static_shared_bytes", r.static_shared},
                             {"dynamic_shared_bytes", r.dynamic_shared},
                             {"blocks", r.counts.blocks},
                             {"warp_instructions", r.counts.warp_instructions},
                             {"thread_instructions", r.counts.thread_instructions}});
  j["outputs"] = nlohmann::json::array();
  for (const OutputReport& o : session.outputs())
    j["outputs"].push_back({{"target", o.target}, {"file", o.file}, {"bytes", o.bytes}});
  j["compares"] = nlohmann::json::array();
  for (const CompareReport& c : compares)
    j["compares"].push_back({{"target", c.target},
                             {"tolerance", c.tolerance},
                             {"values", c.values},
                             {"differing", c.differing},
                             {"first_difference", c.first_difference}});
  return j;
}

int run(const RunOptions& options) {
  DeviceOptions device_options = host_device_options();
  device_options.max_warp_instructions = options.max_instructions;
  Device device(device_options);
  Session session(options.file, device);
  for (const std::string& message : session.unsupported())
    print_error(fmt::format("warning: {}", message));
  session.launched = print_launch;
  try {
    session.run();
  } catch (const Error&) {  // outputs are written also when a kernel fails
    print_outputs(session);
    throw;
  }
  print_outputs(session);
  auto compares = session.compare();
  bool good = print_compares(compares);
  if (!options.json.empty()) write_file(options.json, to_json(session, compares).dump(2) + "\n");
  return good ? kSuccess : kKernelFailed;
}

}  // namespace

void add_run(CLI::App& app, CommandAction& action) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Run the launches that a TOML file describes");
  command->add_option("FILE", options->file, "launch description (docs/launch.md)")->required();
  command->add_option("--max-instructions", options->max_instructions,
                      "stop a launch after this many warp instructions");
  command->add_option("--json", options->json, "write counts and comparisons to this file");
  command->footer("Example:\n  heddle run saxpy.toml --json saxpy.json");
  command->callback([&action, options] { action = [options] { return run(*options); }; });
}

}  // namespace heddle
