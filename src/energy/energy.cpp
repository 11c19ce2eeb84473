#include "energy/energy.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "energy/register_layout.hpp"

namespace heddle {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr uint64_t kReferenceRows = 256;     // of a bank, for energy.word_read and word_write
constexpr uint64_t kReferenceBytes = 8192;   // of a memory, for energy.cache_word
constexpr uint64_t kReferenceBanks = 8;      // of a register file whose banks are not described
constexpr uint32_t kWord = 32;               // bits
constexpr uint64_t kNanometres = 1'000'000;  // in a millimetre

/// The largest uint64_t when the value does not fit.
uint64_t narrow(Wide value) {
  constexpr uint64_t most = std::numeric_limits<uint64_t>::max();
  return value > most ? most : static_cast<uint64_t>(value);
}

/// Rounded down.
uint64_t square_root(Wide square) {
  uint64_t root = 0;
  for (uint64_t bit = uint64_t{1} << 63; bit != 0; bit >>= 1)
    if (Wide{root | bit} * (root | bit) <= square) root |= bit;
  return root;
}

class Model {
 public:
  Model(const Counters& counters, const MachineConfig& config, uint32_t sms)
      : c_(counters.core), m_(counters.memory), config_(config), e_(config.energy), sms_(sms) {}

  Wide of(EnergyPart part) const {
    switch (part) {
      case EnergyPart::Registers: return registers();
      case EnergyPart::Operands: return operands();
      case EnergyPart::Execution: return execution();
      case EnergyPart::Fetch: return fetch();
      case EnergyPart::Issue: return Wide{c_.warp_instructions} * e_.issue;
      case EnergyPart::Shared: return shared();
      case EnergyPart::L1:
        return cache(m_.l1, config_.memory.l1) + cache(m_.constant, config_.memory.constant);
      case EnergyPart::L2: return whole() ? cache(m_.l2, config_.memory.l2) : 0;
      case EnergyPart::Network: return whole() ? network() : 0;
      case EnergyPart::Dram: return whole() ? dram() : 0;
      case EnergyPart::Clock: return clock();
      case EnergyPart::Leakage: return leakage();
      case EnergyPart::Count: break;
    }
    return 0;
  }

 private:
  bool whole() const { return sms_ >= config_.sms; }
  uint64_t banks() const {
    return config_.registers.banks == 0 ? kReferenceBanks : config_.registers.banks;
  }

  /// Words in a row of all banks. Temporal lanes are not counted by core.lanes.
  uint64_t words_of_row() const {
    return std::max<uint64_t>(1, config_.arch.temporal() ? lanes() : config_.core.lanes);
  }

  /// Words, and the bank accesses that move them: one access moves as many words as a bank is wide.
  Wide registers() const {
    uint64_t width = register_layout(config_).bundle;
    uint64_t rows = std::max<uint64_t>(1, config_.registers.registers / (banks() * words_of_row()));
    Wide reads = c_.register_words_read, writes = c_.register_words_written;
    Wide scalars = Wide{c_.scalar.words_read} + c_.scalar.words_written;
    Wide words = (reads + c_.scalar.words_read) * e_.word_read +
                 (writes + c_.scalar.words_written) * e_.word_write;
    return words * rows / kReferenceRows + (reads + writes) * e_.bank_access / width +
           scalars * e_.bank_access;
  }

  /// Words over a crossbar with `ports` ports per side and links of `bits` wires.
  Wide crossing(Wide words, uint64_t bits, uint64_t ports) const {
    return words * e_.wire * (e_.crossbar_pitch * bits * ports) / kNanometres;
  }
  Wide operands() const {
    RegisterLayout layout = register_layout(config_);
    Wide words = Wide{c_.register_words_read} + c_.register_words_written;
    Wide out = crossing(words, uint64_t{layout.bundle} * kWord, banks());
    if (layout.crosses) out += crossing(words, kWord, config_.core.lanes);
    out += scalar_operands(layout);
    return out + (Wide{c_.register_words_read} + c_.scalar.words_read) * e_.collector;
  }

  /// Scalar registers are in the lane's own file or, with scalar units, in a file one word wide
  /// that a network connects to all lanes.
  Wide scalar_operands(const RegisterLayout& layout) const {
    const ScalarCounters& s = c_.scalar;
    bool own = config_.arch.scalar_units;
    Wide out = crossing(Wide{s.words_read} + s.words_written, own ? kWord : layout.bundle * kWord,
                        banks());
    return own ? out + crossing(s.broadcasts, kWord, config_.core.lanes) : out;
  }

  Wide execution() const {
    Wide out = 0;
    for (size_t i = 0; i < kOpClasses; i++) out += Wide{c_.work[i]} * e_.work[i];
    return out;
  }

  /// `bytes` moved to or from a memory of this size.
  Wide access(Wide bytes, uint64_t size) const {
    Wide square = Wide{e_.cache_word} * e_.cache_word * size / kReferenceBytes;
    return bytes * square_root(square) / 8;
  }
  /// A core that does not model fetches is charged for one instruction per packet.
  Wide fetch() const {
    const FetchConfig& f = config_.fetch;
    uint64_t size = f.l1i.bytes == 0 ? kReferenceBytes : f.l1i.bytes;
    Wide fetches = Wide{c_.icache_hits} + c_.icache_misses;
    if (fetches == 0) return access(Wide{c_.warp_instructions} * f.instruction_bytes, size);
    uint64_t width = f.ahead ? f.width : 1;
    return access(fetches * width * f.instruction_bytes + Wide{c_.icache_misses} * unit(f.l1i),
                  size);
  }
  Wide bank_words(uint64_t words, uint64_t bytes, uint64_t banks) const {
    return access(Wide{words} * 4, bytes / banks) + crossing(words, kWord, banks);
  }
  Wide shared() const {
    const CoreConfig& core = config_.core;
    return bank_words(c_.shared_words, core.shared_bytes, core.shared_banks) +
           bank_words(c_.private_words, core.private_bytes, core.private_banks);
  }

  /// Bytes of one fill.
  static uint64_t unit(const CacheConfig& config) {
    return config.sector != 0 ? config.sector : config.line;
  }
  Wide cache(const CacheCounters& counters, const CacheConfig& config) const {
    return access(Wide{counters.bytes} + Wide{counters.fills} * unit(config), config.bytes);
  }
  Wide network() const {
    return (Wide{m_.network_flits_up} + m_.network_flits_down) * config_.memory.flit *
           e_.network_byte;
  }
  Wide dram() const {
    Wide opened = Wide{m_.row_misses} + m_.row_conflicts;
    return Wide{m_.dram_bytes} * e_.dram_byte + opened * config_.memory.row * e_.dram_row_byte;
  }

  uint64_t lanes() const {
    const UnitConfig& sp = config_.core.units[static_cast<size_t>(Unit::Sp)];
    return uint64_t{sp.lanes} * sp.count;
  }
  Wide clock() const {
    return lanes() * (Wide{c_.cycles} * sms_ * e_.clock + Wide{c_.active_cycles} * e_.clock_active);
  }
  /// mW / kHz is µJ, 10⁹ fJ.
  Wide leakage() const {
    return Wide{c_.cycles} * sms_ * lanes() * e_.leakage * 1'000'000'000 / config_.clock.core;
  }

  const CoreCounters& c_;
  const MemoryCounters& m_;
  const MachineConfig& config_;
  const EnergyConfig& e_;
  uint32_t sms_;
};

constexpr EnergyPartText kTexts[] = {
    {"registers", "Register file banks."},
    {"operands", "Crossbars between banks and operand collectors, and the collectors."},
    {"execution", "Execution units, per active thread."},
    {"fetch", "Instruction caches."},
    {"issue", "Decoding, scheduling and issuing packets."},
    {"shared", "Shared and private memory, including the crossbar to their banks."},
    {"l1", "L1 data caches and constant caches."},
    {"l2", "L2 cache."},
    {"network", "Network between cores and memory partitions."},
    {"dram", "DRAM: opening rows and moving data."},
    {"clock", "Energy of every cycle: clocks, and what runs while a core has blocks."},
    {"leakage", "Static power of the chip × time."},
};
static_assert(std::size(kTexts) == kEnergyParts);

}  // namespace

const EnergyPartText& energy_part_text(EnergyPart part) {
  return kTexts[static_cast<size_t>(part)];
}

uint64_t Energy::total() const {
  return narrow(std::accumulate(parts.begin(), parts.end(), Wide{0}));
}

Energy energy_of(const Counters& counters, const MachineConfig& config, uint32_t sms) {
  Model model(counters, config, sms);
  Energy out;
  for (size_t i = 0; i < kEnergyParts; i++)
    out.parts[i] = narrow(model.of(static_cast<EnergyPart>(i)));
  return out;
}

}  // namespace heddle
