// The controller's choice of commands; see dram_channel.hpp. When no command is possible, it sleeps
// until the first tick in which one of those it looked at is.
#include "timing/memory/full/dram_channel.hpp"

#include <algorithm>

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
  oldest_.reserve(config.banks);
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
    window_.push_back(request);
    command_due_ = std::min(command_due_, from);
  } else {
    beyond_.push(request);
  }
}

uint64_t DramChannel::column_at(const Bank& bank) const {
  uint64_t bus = bus_free_ > timing_.tCL ? bus_free_ - timing_.tCL : 0;
  return std::max(bank.column, bus);
}

uint64_t DramChannel::row_command_at(const Bank& bank) const {
  return bank.row == kNoRow ? std::max(bank.activate, any_activate_) : bank.precharge;
}

void DramChannel::command(uint64_t now) {
  if (window_.empty()) {
    command_due_ = kNeverTick;
    return;
  }
  bool patient = window_[0].since + kPatience > now;
  bool issued = reorder_ && patient ? first_ready(now) : in_order(now);
  if (!issued) return;  // command_due_ is set
  command_due_ = window_.empty() ? kNeverTick : now + 1;
}

bool DramChannel::in_order(uint64_t now) {
  Request& head = window_[0];
  const Bank& bank = banks_[head.bank];
  bool open = bank.row == head.row;
  uint64_t at = open ? column_at(bank) : row_command_at(bank);
  if (at > now) {
    command_due_ = at;
    return false;
  }
  if (open)
    issue_column(0, now);
  else
    issue_row(head, now);
  return true;
}

bool DramChannel::first_ready(uint64_t now) {
  uint64_t due = kNeverTick;
  uint64_t wanted = 0, seen = 0;  // banks whose open row is wanted; whose oldest is in oldest_
  oldest_.clear();
  for (uint32_t i = 0; i < window_.size(); ++i) {
    const Request& request = window_[i];
    const Bank& bank = banks_[request.bank];
    uint64_t bit = uint64_t{1} << request.bank;
    if (bank.row == request.row) {
      uint64_t at = column_at(bank);
      if (at <= now) {
        issue_column(i, now);
        return true;
      }
      due = std::min(due, at);
      wanted |= bit;
    } else if ((seen & bit) == 0) {
      seen |= bit;
      oldest_.push_back(i);
    }
  }
  for (uint32_t i : oldest_) {
    if ((wanted >> window_[i].bank & 1) != 0) continue;
    uint64_t at = row_command_at(banks_[window_[i].bank]);
    if (at <= now) {
      issue_row(window_[i], now);
      return true;
    }
    due = std::min(due, at);
  }
  command_due_ = due;
  return false;
}

void DramChannel::issue_row(Request& request, uint64_t now) {
  Bank& bank = banks_[request.bank];
  if (bank.row != kNoRow) {
    bank.row = kNoRow;
    bank.activate = std::max(bank.activate, now + timing_.tRP);
    request.cost = Cost::Conflict;
    return;
  }
  bank.row = request.row;
  bank.column = now + timing_.tRCD;
  bank.precharge = now + timing_.tRAS;
  bank.activate = now + timing_.tRC;
  any_activate_ = now + timing_.tRRD;
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
  window_.erase(window_.begin() + static_cast<std::ptrdiff_t>(index));
  if (beyond_.empty()) return;
  window_.push_back(beyond_.front());
  beyond_.pop();
}

void DramChannel::close_rows() {
  for (Bank& bank : banks_) bank.row = kNoRow;
}

}  // namespace heddle
