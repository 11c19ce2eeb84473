#include "sm/register_traffic.hpp"

namespace heddle {

uint64_t RegisterTraffic::add_to(CoreCounters& counters, const TimedCode& code) {
  ScalarCounters& scalar = counters.scalar;
  uint64_t packets = 0;
  for (LinkedPc pc; pc < counts_.end_id(); ++pc) {
    Counts& c = counts_[pc];
    if (c.packets == 0) continue;
    const TimedOp& op = code.ops[pc];
    const uint64_t words = layout_.row != 0 ? c.executed * layout_.row : c.words;
    packets += c.packets;
    counters.warp_instructions += c.packets;
    counters.thread_instructions += c.threads;
    counters.mix[static_cast<size_t>(op.cls)] += c.packets;
    counters.work[static_cast<size_t>(op.cls)] += op.scalar ? c.executed : c.threads;
    counters.register_reads += op.register_sources * c.threads;
    counters.register_writes += op.register_destinations * c.threads;
    counters.register_words_read += op.register_sources * words;
    counters.register_words_written += op.register_destinations * words;
    scalar.instructions += op.scalar ? c.packets : 0;
    scalar.reads += op.scalar_sources * c.executed;
    scalar.writes += op.scalar ? op.destination_count * c.executed : 0;
    scalar.broadcasts += op.scalar ? 0 : op.scalar_word_sources * c.executed;
    scalar.words_read += op.scalar_word_sources * c.executed;
    scalar.words_written += op.scalar_word_destinations * c.executed;
    c = {};
  }
  return packets;
}

}  // namespace heddle
