#include "study/parse_rows.hpp"

#include <limits>

#include "runner/run_target.hpp"

namespace heddle::study {

namespace {
constexpr uint64_t kMostSeedsOfRow = 1000;
}

SettingsBySize RowReader::settings_by_size(const toml::table& t, std::string_view key) {
  const toml::node* node = t.get(key);
  if (!node) return {};
  const toml::table* by_size = node->as_table();
  if (!by_size) return {{kEverySize, strings(t, key)}};
  SettingsBySize settings;
  check_keys(*by_size, fmt::format("'{}'", key), {"tiny", "small", "paper"});
  for (const auto& [size, list] : *by_size)
    settings[std::string(size.str())] = strings(*by_size, size.str());
  return settings;
}

Row RowReader::read_row(const toml::table& t, std::string_view what, const Row* like) {
  check_keys(t, what,
             {"label", "workload", "kernel", "block", "parameters", "set", "seed", "seeds"});
  Row row = like ? *like : Row{};
  row.label = required(t, "label");
  if (!like || t.contains("workload")) {
    row.workload = required(t, "workload");
    if (is_description(row.workload, study_.extensions))
      row.workload = (folder_ / row.workload).string();
  }
  row.place = place(t.contains("workload") ? *t.get("workload") : t);
  row.kernel = string(t, "kernel").value_or(row.kernel);
  row.block = count(t, "block", 1024).value_or(row.block);
  if (t.contains("parameters")) {
    row.parameters = settings_by_size(t, "parameters");
    if (is_description(row.workload, study_.extensions))
      error(*t.get("parameters"), "'parameters' are for workloads; this is a launch description");
  }
  if (t.contains("set")) row.settings = strings(t, "set");
  row.seed = count(t, "seed", std::numeric_limits<int64_t>::max()).value_or(row.seed);
  row.seeds = count(t, "seeds", kMostSeedsOfRow).value_or(row.seeds);
  if (t.contains("seed") && t.contains("seeds"))
    error(*t.get("seed"), "'seed' is one seed, 'seeds' the number of them: set only one");
  if (row.seeds == 0) error(*t.get("seeds"), "'seeds' must be at least 1");
  if (row.seeds > 1 && is_description(row.workload, study_.extensions))
    error(*t.get("seeds"), "'seeds' are for workloads; this is a launch description");
  if (row.block > 0 && row.kernel.empty())
    error(t.contains("block") ? *t.get("block") : t,
          "'block' selects launches of a kernel; also set 'kernel'");
  return row;
}

}  // namespace heddle::study
