// The controller's choice of commands. If no command is possible, it sleeps until the first tick in
// which one is.
#include "memory_timing/full/dram_channel.hpp"

#include <algorithm>
#include <bit>

namespace heddle {

DramChannel::DramChannel(const MemoryConfig& config)
    : timing_(config.dram),
      bytes_per_tick_(config.dram_bytes_per_cycle),
      capacity_(config.dram_queue),
      reorder_(config.dram_policy == "fr-fcfs"),
      row_divisor_(config.row),
      bank_divisor_(config.banks),
      banks_(config.banks) {
  window_.reserve(capacity_);
}

void DramChannel::enqueue(Address address, uint32_t bytes, bool write, uint64_t tag,
                          uint64_t from) {
  uint64_t row = row_divisor_.quotient(address);
  Request request{.tag = tag,
                  .since = from,
                  .row = bank_divisor_.quotient(row),
                  .bank = static_cast<uint32_t>(bank_divisor_.remainder(row)),
                  .bytes = bytes,
                  .write = write};
  if (window_.size() < capacity_) {
    add_to_window(request);
    command_due_ = std::min(command_due_, from);
  } else {
    overflow_.push(request);
  }
}

uint64_t DramChannel::column_at(const Bank& bank) const {
  uint64_t bus = bus_free_ > timing_.tCL ? bus_free_ - timing_.tCL : 0;
  return std::max(bank.column, bus);
}

uint64_t DramChannel::row_command_at(const Bank& bank) const {
  return bank.row == kNoRow ? std::max(bank.activate, next_activate_) : bank.precharge;
}

void DramChannel::add_to_window(const Request& request) {
  window_.push_back(request);
  Bank& bank = banks_[request.bank];
  ++bank.waiting;
  bank.hits += bank.row == request.row;
  waiting_banks_ |= uint64_t{1} << request.bank;
}

void DramChannel::command(uint64_t now) {
  command_due_ = kNeverTick;
  if (window_.empty()) return;
  bool may_reorder = window_[0].since + kMaxWait > now;
  command_due_ = reorder_ && may_reorder ? first_ready(now) : in_order(now);
}

/// Issues a command if one is possible. Returns the next tick in which one may be.
uint64_t DramChannel::in_order(uint64_t now) {
  Request& head = window_[0];
  const Bank& bank = banks_[head.bank];
  bool open = bank.row == head.row;
  uint64_t at = open ? column_at(bank) : row_command_at(bank);
  if (at > now) return at;
  if (open)
    issue_column(0, now);
  else
    issue_row(head, now);
  return now + 1;
}

/// Like in_order.
uint64_t DramChannel::first_ready(uint64_t now) {
  uint64_t due = kNeverTick;
  uint64_t columns = 0, rows = 0;  // banks for which a column or row command is possible now
  for (uint64_t b = waiting_banks_; b != 0; b &= b - 1) {
    const Bank& bank = banks_[static_cast<uint32_t>(std::countr_zero(b))];
    uint64_t at = bank.hits != 0 ? column_at(bank) : row_command_at(bank);
    due = std::min(due, at);
    if (at <= now) (bank.hits != 0 ? columns : rows) |= b & -b;
  }
  if (due > now) return std::min(due, window_[0].since + kMaxWait);
  if (columns != 0) {
    size_t i = 0;
    while ((columns >> window_[i].bank & 1) == 0 || banks_[window_[i].bank].row != window_[i].row)
      ++i;
    issue_column(i, now);
  } else {
    size_t i = 0;
    while ((rows >> window_[i].bank & 1) == 0) ++i;
    issue_row(window_[i], now);
  }
  return now + 1;
}

void DramChannel::issue_row(Request& request, uint64_t now) {
  Bank& bank = banks_[request.bank];
  if (bank.row != kNoRow) {
    bank.row = kNoRow;
    bank.hits = 0;
    bank.activate = std::max(bank.activate, now + timing_.tRP);
    request.cost = Cost::Conflict;
    return;
  }
  bank.row = request.row;
  for (const Request& r : window_) bank.hits += r.bank == request.bank && r.row == request.row;
  bank.column = now + timing_.tRCD;
  bank.precharge = now + timing_.tRAS;
  bank.activate = now + timing_.tRC;
  next_activate_ = now + timing_.tRRD;
  request.cost = std::max(request.cost, Cost::Miss);
}

void DramChannel::issue_column(size_t index, uint64_t now) {
  const Request& request = window_[index];
  Bank& bank = banks_[request.bank];
  uint64_t burst = (request.bytes + bytes_per_tick_ - 1) / bytes_per_tick_;
  bus_free_ = now + timing_.tCL + burst;
  bank.column = now + burst;
  bank.precharge = std::max(bank.precharge, now + burst);
  counters_.busy += burst;
  counters_.bytes += request.bytes;
  ++(request.write ? counters_.writes : counters_.reads);
  ++(request.cost == Cost::Hit    ? counters_.row_hits
     : request.cost == Cost::Miss ? counters_.row_misses
                                  : counters_.row_conflicts);
  if (!request.write) data_.push({bus_free_, request.tag});
  --bank.hits;
  if (--bank.waiting == 0) waiting_banks_ &= ~(uint64_t{1} << request.bank);
  window_.erase(window_.begin() + static_cast<std::ptrdiff_t>(index));
  if (overflow_.empty()) return;
  add_to_window(overflow_.front());
  overflow_.pop();
}

void DramChannel::close_rows() {
  for (Bank& bank : banks_) {
    bank.row = kNoRow;
    bank.hits = 0;
  }
}

}  // namespace heddle
