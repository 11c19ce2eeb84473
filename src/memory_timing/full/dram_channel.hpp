// One DRAM channel: a controller with a queue, banks with row buffers, and a data bus, timed by the
// parameters of fung2007's Table 2 (GDDR3), in memory-clock ticks:
//
//   tRCD  activate to column command        tRP   precharge to activate
//   tCL   column command to first data      tRAS  activate to precharge
//   tRC   activate to activate, one bank    tRRD  activate to activate, any two banks
//
// One command per tick. The controller prefers the column command of the oldest request whose row
// is open and whose data finds the bus free (`fr-fcfs`: first ready; Rixner et al. 2000). Otherwise
// it opens or closes a row for the oldest request of a bank, but never closes a row that a waiting
// request needs. `fcfs` considers only the oldest request. To prevent starvation, a request that
// has waited for kMaxWait ticks is served as under `fcfs`.
//
// Simplifications: no refresh, no turnaround between reads and writes, writes take as long as
// reads, and a bank may be precharged when the last data of its row has been transferred (column
// command plus burst). The table gives none of these times.
//
// The next command of each bank is known without examining its requests: a column command if some
// request needs the open row (they are counted), else a row command. The window is searched for the
// oldest request only when a command is possible.
#pragma once

#include <cstdint>
#include <vector>

#include "memory_timing/cache.hpp"
#include "memory_timing/clock_domain.hpp"
#include "memory_timing/ring.hpp"

namespace heddle {

struct DramCounters {
  uint64_t reads = 0, writes = 0, bytes = 0, busy = 0;
  uint64_t row_hits = 0, row_misses = 0, row_conflicts = 0;
};

class DramChannel {
 public:
  static constexpr uint64_t kMaxWait = 4096;

  explicit DramChannel(const MemoryConfig& config);

  /// True if there is room for one more request; write-backs may exceed the capacity.
  bool room() const { return window_.size() + overflow_.size() < capacity_; }
  /// Adds a request that can be served from tick `from` on. Reads are answered with `tag`.
  void enqueue(Address address, uint32_t bytes, bool write, uint64_t tag, uint64_t from);
  /// Runs tick `now` if there is work in it; calls `reply(tag)` for completed reads.
  template <class Reply>
  void tick(uint64_t now, Reply&& reply) {
    for (; !data_.empty() && data_.front().done <= now; data_.pop()) reply(data_.front().tag);
    if (command_due_ <= now) command(now);
  }
  uint64_t due() const {
    return data_.empty() ? command_due_ : std::min(command_due_, data_.front().done);
  }
  bool idle() const { return window_.empty() && data_.empty(); }
  const DramCounters& counters() const { return counters_; }
  void reset_counters() { counters_ = {}; }
  void close_rows();

 private:
  static constexpr uint64_t kNoRow = ~uint64_t{0};
  enum class Cost : uint8_t { Hit, Miss, Conflict };
  struct Request {
    uint64_t tag = 0, since = 0, row = 0;
    uint32_t bank = 0, bytes = 0;
    Cost cost = Cost::Hit;
    bool write = false;
  };
  struct Bank {
    uint64_t row = kNoRow;
    uint64_t column = 0, precharge = 0, activate = 0;  // the first tick for each command
    uint32_t waiting = 0, hits = 0;  // requests in the window; those for the open row
  };
  struct Data {
    uint64_t done = 0, tag = 0;
  };

  void command(uint64_t now);
  uint64_t first_ready(uint64_t now);
  uint64_t in_order(uint64_t now);
  void add_to_window(const Request& request);
  uint64_t column_at(const Bank& bank) const;
  uint64_t row_command_at(const Bank& bank) const;
  void issue_column(size_t index, uint64_t now);
  void issue_row(Request& request, uint64_t now);

  DramTiming timing_;
  uint32_t bytes_per_tick_;
  size_t capacity_;
  bool reorder_;
  Divisor row_divisor_, bank_divisor_;
  std::vector<Bank> banks_;
  std::vector<Request> window_;  // requests the controller considers, oldest first
  Ring<Request> overflow_;       // requests that arrived while the window was full
  Ring<Data> data_;              // reads on the bus, in order
  uint64_t waiting_banks_ = 0;   // banks with requests in the window
  uint64_t bus_free_ = 0, next_activate_ = 0;
  uint64_t command_due_ = kNeverTick;
  DramCounters counters_;
};

}  // namespace heddle
