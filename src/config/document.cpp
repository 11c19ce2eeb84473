// docs/configuration.md, from the schema.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/config_library.hpp"
#include "config/effective.hpp"
#include "config/load.hpp"
#include "config/quantity.hpp"
#include "config/schema.hpp"

namespace heddle {

namespace {

constexpr std::string_view kArchText = R"(
## Archs

An arch makes another mechanism of any preset. It is written like a preset, but holds only the keys
that matter to it; `inherits` is another arch.

```toml
inherits = "dwf"        # start from another arch, by name or by file
description = "dwf that prefers the oldest warp"

[arch]
schedule = "oldest"
```

`--arch mine.toml` uses this file, in every command and study that takes an arch; results call it
`mine`. The built-in archs are the files of `archs/`. `heddle list archs` describes them and says
where each comes from: a file `NAME.toml` in the folder that the environment variable `HEDDLE_ARCHS`
names goes first.
)";

constexpr std::string_view kIntroduction = R"(# Configuration

<!-- Written by configuration_markdown() from src/config/schema_*.cpp; a test compares them. -->

A machine is described by a preset: a TOML file in `presets/`, or one of your own.

```toml
inherits = "fermi"      # start from another preset, by name or by file
description = "a Fermi with wide warps"

[core]
warp = 64
max_warps = 24

[memory.l1]
bytes = "48 KiB"
```

- `--preset NAME` takes one of the presets below (a file `NAME.toml` in the folder that the
  environment variable `HEDDLE_PRESETS` names goes first), `--preset FILE.toml` any file.
- `--set KEY=VALUE` changes one key after the preset: `--set memory.l1.bytes="48 KiB"`.
- `--arch NAME` or `--arch FILE.toml` changes some keys after the preset and before `--set`: see
  [archs](#archs).
- Sizes are numbers of bytes or strings with B, KiB, MiB or GiB; clocks are numbers of kHz or
  strings with kHz, MHz or GHz. They must be whole numbers of bytes and kHz.
- A key that does not exist is an error. So is a combination that no machine can have.
- Every result holds the effective configuration: all keys, with the values that were used.
- In a preset of your own, what is not set and not inherited has the defaults of
  `src/config/machine.hpp`; to inherit `fermi` is almost always better.

## Presets

| preset | cores | warp × lanes | memory | description |
| --- | --- | --- | --- | --- |
)";

std::string value_cell(const ConfigKey& key, const MachineConfig& config) {
  ConfigValue value = key.get(config);
  if (const auto* v = std::get_if<uint64_t>(&value)) {
    if (key.limits.form == Form::Bytes && *v >= 1024) return format_bytes(*v);
    return key.limits.form == Form::Clock ? format_clock(*v) : fmt::format("{}", *v);
  }
  if (const auto* v = std::get_if<double>(&value)) return fmt::format("{}", *v);
  if (const auto* v = std::get_if<bool>(&value)) return *v ? "true" : "false";
  return std::get<std::string>(value);
}

std::string range_cell(const Limits& limits) {
  switch (limits.form) {
    case Form::Count:
    case Form::Real: return fmt::format("{} … {}", limits.least, limits.most);
    case Form::Bytes:
      return fmt::format("{} … {}", format_bytes(limits.least), format_bytes(limits.most));
    case Form::Clock:
      return fmt::format("{} … {}", format_clock(limits.least), format_clock(limits.most));
    case Form::Switch: return "true, false";
    case Form::Word: return fmt::format("{}", fmt::join(limits.words, ", "));
    case Form::Text: break;
  }
  return "any text";
}

std::string_view table_of(std::string_view path) {
  size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? "" : path.substr(0, dot);
}

}  // namespace

std::string configuration_markdown() {
  std::string out(kIntroduction);
  for (const EmbeddedText& preset : embedded_presets()) {
    MachineConfig c = load_preset(preset.name);
    out += fmt::format("| `{}` | {} | {} × {} | {} | {} |\n", preset.name, c.sms, c.core.warp,
                       c.core.lanes, c.memory.model, c.description);
  }
  out += kArchText;
  MachineConfig fermi = load_preset("fermi");
  out += "\n## Keys\n\nThe column *fermi* is the value in the default preset.\n";
  std::string_view table = "none yet";
  for (const ConfigKey& key : config_keys()) {
    if (table_of(key.path) != table) {
      table = table_of(key.path);
      out += fmt::format(
          "\n### {}\n\n| key | fermi | unit | may be | meaning |\n"
          "| --- | --- | --- | --- | --- |\n",
          table.empty() ? "The machine" : fmt::format("`{}`", table));
    }
    out += fmt::format("| `{}` | {} | {} | {} | {} |\n", key.path, value_cell(key, fermi), key.unit,
                       range_cell(key.limits), key.sentence);
  }
  return out;
}

}  // namespace heddle
