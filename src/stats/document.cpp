// Writes docs/statistics.md from the table.
#include <fmt/format.h>

#include "stats/run_statistics.hpp"
#include "stats/schema.hpp"

namespace heddle {

namespace {

constexpr std::string_view kIntroduction = R"(# Statistics

<!-- Written by statistics_markdown() from src/stats/schema_*.cpp; a test compares them. -->

A run can be written as JSON, as CSV and as a table on the terminal. All three hold the statistics
below, in this order. Two runs of the same input give the same bytes; no time of the host is in them.

## The JSON

```json
{
  "schema": "@",
  "arch": "pdom",
  "partial": false,
  "workload": { "name": "bitonic", "size": "tiny", "parameters": { "block": 64, "n": 256 }, "seed": 1 },
  "config": { "name": "fermi", "sms": 15, "core": { "warp": 32 } },
  "total": { "cycles": 1234, "slots": { "issued": 400 }, "derived": { "ipc": 9.5 } },
  "kernels": [{ "kernel": "vecadd", "launches": 1, "total": {}, "branches": [] }],
  "launches": [
    {
      "kernel": "vecadd", "grid": [64, 1, 1], "block": [256, 1, 1], "shared_bytes": 0,
      "partial": false,
      "total": {},
      "sms": [{}],
      "branches": [],
      "samples": { "every": 1000, "cycles": [1000, 1234], "columns": { "derived.ipc": [9, 11] } }
    }
  ]
}
```

- `schema` changes when a reader of the previous form would break; new keys do not change it.
- `workload` is there when one ran: with these parameters and this seed it runs on the same inputs.
- `config` is the effective configuration: every key of [configuration.md](configuration.md).
- `total` and each of `sms` are objects of statistics; a name with dots nests. A ratio whose divisor
  is 0 is `null`; buckets of `occupancy` above the width of a warp, and of
  `active_lanes` above what can issue in a cycle, are absent.
- `kernels` has the launches of each kernel together, in the order of their first. Where the name of a kernel is mangled
  (`_Z5saxpyif`), `demangled` beside it is the name in C++.
- `partial` says that the run was stopped before its end: the numbers are those so far.
- `samples` is there with `--sample N`: the increase in every interval (of peaks: the value so far),
  and derived values of the interval.

CSV has a line for each SM of each launch (column `sm`), one for each launch (`sm` is `all`) and one
for the run (`launch` is `all`).

## Branches

Each launch lists the branches it executed, by place:

| name | unit | meaning |
| --- | --- | --- |
| `pc` |  | The instruction's number in the kernel. |
| `line` |  | Its line in the PTX file. |
| `executed` | packets | Times it was executed. |
| `diverged` | packets | Times after which the packet's threads were at different places. |
| `interleavable` | packets | Times after which threads on more than one side had work to do before the reconvergence point. |
| `taken` | threads | Threads that jumped. |
| `not_taken` | threads | Threads that fell through. |
| `reconverge_cycles` | core cycles | From the resolving of the branch until all threads that parted there and still live were together again at its reconvergence point, summed. |
| `reconvergences` | packets | How many divergences that sum is of: those that healed. `serialize` and `mimd` join no threads; `dwf` and `dws` join many elsewhere, which are not counted. |

The table on the terminal shows their quotient as `cycles each`.

## Merging

The statistics of a launch follow from those of its SMs, and those of the run from its launches:
**sum** adds both times; **peak** takes the largest both times; **shared** is counted once for the
whole machine, so that every SM has the same value, and adds up over launches. Derived values
are computed from the merged counters.

## All statistics

| name | unit | merging | meaning |
| --- | --- | --- | --- |
)";

std::string_view merge_text(const Statistic& s) {
  if (s.is_derived()) return "derived";
  return s.merge == Merge::Sum ? "sum" : s.merge == Merge::Peak ? "peak" : "shared";
}

}  // namespace

std::string statistics_markdown() {
  std::string out(kIntroduction);
  out.replace(out.find('@'), 1, kStatisticsSchema);
  for (const Statistic& s : statistics())
    out += fmt::format("| `{}` | {} | {} | {} |\n", s.name, s.unit, merge_text(s), s.sentence);
  return out;
}

}  // namespace heddle
