#include "stats/sampler.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "stats/text.hpp"

namespace heddle {

Sampler::Sampler(uint64_t every, std::span<const std::string> names)
    : chosen_(select_statistics(names)), next_(every) {
  if (every == 0) throw UsageError("--sample needs an interval of at least one cycle");
  samples_.every = every;
  for (const Statistic* s : chosen_) samples_.names.push_back(s->name);
  samples_.columns.resize(chosen_.size());
}

void Sampler::sample(uint64_t cycle, const Counters& now, const Scope& scope) {
  if (cycle < next_) return;
  take(cycle, now, scope);
  next_ = cycle - cycle % samples_.every + samples_.every;
}

Samples Sampler::finish(uint64_t cycle, const Counters& now, const Scope& scope) {
  if (samples_.cycles.empty() ? cycle > 0 : cycle > samples_.cycles.back()) take(cycle, now, scope);
  return std::move(samples_);
}

void Sampler::take(uint64_t cycle, const Counters& now, const Scope& scope) {
  Counters interval = difference(now, before_);
  samples_.cycles.push_back(cycle);
  for (size_t i = 0; i < chosen_.size(); i++)
    samples_.columns[i].push_back(chosen_[i]->value(interval, scope));
  before_ = now;
}

std::string to_csv(const Samples& samples) {
  std::string out = "cycle";
  for (const std::string& name : samples.names) out += "," + name;
  out += "\n";
  for (size_t row = 0; row < samples.cycles.size(); row++) {
    out += fmt::format("{}", samples.cycles[row]);
    for (const auto& column : samples.columns) out += "," + value_text(column[row]);
    out += "\n";
  }
  return out;
}

}  // namespace heddle
