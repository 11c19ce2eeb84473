// What the packets of a core move to and from its registers, for the statistics and the power
// model.
#pragma once

#include "counters/counters.hpp"
#include "energy/register_layout.hpp"
#include "sm/packet.hpp"
#include "sm/timed_code.hpp"

namespace heddle {

class RegisterTraffic {
 public:
  explicit RegisterTraffic(const MachineConfig& config) : layout_(register_layout(config)) {}

  [[gnu::always_inline]] void count(const Threads& executing, const TimedOp& op,
                                    CoreCounters& counters) const {
    uint64_t threads = executing.size(), words = layout_.words(executing);
    counters.register_reads += op.register_sources * threads;
    counters.register_writes += op.register_destinations * threads;
    counters.register_words_read += op.register_sources * words;
    counters.register_words_written += op.register_destinations * words;
    counters.scalar.instructions += op.scalar;
    if (threads == 0) return;
    counters.work[static_cast<size_t>(op.cls)] += op.scalar ? 1 : threads;
    counters.scalar.reads += op.scalar_sources;
    counters.scalar.writes += op.scalar ? op.destination_count : 0;
    counters.scalar.broadcasts += op.scalar ? 0 : op.scalar_word_sources;
    counters.scalar.words_read += op.scalar_word_sources;
    counters.scalar.words_written += op.scalar_word_destinations;
  }

 private:
  RegisterLayout layout_;
};

}  // namespace heddle
