// The coefficients of the power model. No value is fitted to a result of a paper: each is a
// published figure for 40 or 45 nm, or follows from such figures by the rule given with it.
// docs/energy.md lists the sources by name.
#include "config/energy_keys.hpp"
#include "config/schema_rows.hpp"

namespace heddle {

namespace {

constexpr uint64_t kMostEnergy = 1'000'000'000;  // femtojoules: a microjoule

struct Coefficient {
  std::string_view name;
  uint32_t EnergyConfig::*member;
  Limits limits;
  std::string_view unit, sentence, source;
};

std::vector<Coefficient> coefficients() {
  using C = EnergyConfig;
  return {
      {"bank_access", &C::bank_access, count(0, kMostEnergy), "fJ",
       "Access to a register file bank, independent of its width: decoder, word line, control.",
       "The constant of fixed + slope × bits × rows through two points: 8 pJ for 128 bits of 256 "
       "rows (gebhart2011) and 14 pJ for 64 bits of 1024 rows (keckler2011)."},
      {"word_read", &C::word_read, count(0, kMostEnergy), "fJ",
       "Additional energy of each 32-bit word read from a bank of 256 rows; proportional to the "
       "number of rows for other banks.",
       "The slope of the same line: 6 pJ for 32768 bits × rows more."},
      {"word_write", &C::word_write, count(0, kMostEnergy), "fJ",
       "Additional energy of each 32-bit word written, likewise.",
       "11 pJ for 128 bits of 256 rows (gebhart2011), less the constant."},
      {"slice_words", &C::slice_words, count(1, 1024), "words",
       "Maximum width of a bank of a row-organized register file; wider cores have several banks "
       "side by side, each with its own crossbar.",
       "256 bits (lucas2015, Table I)."},
      {"collector", &C::collector, count(0, kMostEnergy), "fJ",
       "Writing a word to an operand collector and reading it.",
       "One entry of latches, 128 bits: 2.0 pJ in, 0.7 pJ out (gebhart2011, last result file)."},
      {"wire", &C::wire, count(0, kMostEnergy), "fJ per mm",
       "Moving a word over one millimetre of wire.",
       "300 fF/mm at 0.9 V, a quarter of the wires charged: 1.9 pJ for 32 bits (gebhart2011); "
       "keckler2011's 240 fJ per bit and transition is the same wire."},
      {"crossbar_pitch", &C::crossbar_pitch, count(0, 1'000'000), "nm",
       "Side length of a crossbar per bit and port; a word travels along one side.",
       "Side over bits × ports of the crossbars of lucas2015's Table I: 696 nm (256 bits, 2.0302 "
       "mm²) and 713 nm (32 bits, 0.0333 mm²); their mean."},
      {"issue", &C::issue, count(0, kMostEnergy), "fJ",
       "Decoding, scheduling and issuing a packet, including its scoreboard lookup.",
       "70 pJ of an instruction less 25 pJ of its fetch and 6 pJ of its registers (horowitz2014), "
       "× 40/45."},
      {"cache_word", &C::cache_word, count(0, kMostEnergy), "fJ",
       "Accessing 64 bits of an 8 KiB memory; scales with the square root of the memory size and "
       "linearly with the number of bits.",
       "10 pJ at 8 KB, 20 pJ at 32 KB, 100 pJ at 1 MB (horowitz2014), × 40/45."},
      {"network_byte", &C::network_byte, count(0, kMostEnergy), "fJ",
       "Moving a byte between a core and a memory partition.",
       "310 pJ for 256 bits over 10 mm (keckler2011)."},
      {"dram_byte", &C::dram_byte, count(0, kMostEnergy), "fJ",
       "Reading a byte from DRAM or writing it.",
       "GDDR5: 14 pJ per bit (oconnor2017), less what opening a row of 1 KiB for every 256 bytes "
       "takes."},
      {"dram_row_byte", &C::dram_row_byte, count(0, kMostEnergy), "fJ",
       "Opening and closing a DRAM row, per byte of the row.",
       "909 pJ for 1 KiB at 1.2 V (oconnor2017), × (1.5 V / 1.2 V)² for GDDR5."},
      {"clock", &C::clock, count(0, kMostEnergy), "fJ",
       "Energy of an SP lane in every cycle of a launch, whether its core is active or not.",
       "3.34 W while a kernel runs on a GT240 (gpusimpow2013), over 96 lanes at 1.34 GHz."},
      {"clock_active", &C::clock_active, count(0, kMostEnergy), "fJ",
       "Additional energy of an SP lane in cycles in which its core has a block.",
       "0.199 W per core and 0.692 W per cluster of three of a GT240 (gpusimpow2013), over 8 "
       "lanes at 1.34 GHz."},
      {"leakage", &C::leakage, count(0, 1'000'000), "mW",
       "Static power of an SP lane, including its share of the rest of the chip.",
       "Static power of two chips of 40 nm (gpusimpow2013): GT240 17.6 W for 96 lanes, GTX 580 80 "
       "W for 512; the mean of 183 and 156 mW."},
  };
}

/// Sources of the energy per thread, by operation class.
constexpr std::string_view kWorkSources[] = {
    "Measured on a chip of 40 nm: 40 pJ per thread (gpusimpow2013).",
    "integer, and a multiplier: 3.1 pJ (horowitz2014), × 40/45.",
    "A routine of 20 integer instructions (CUDA C Programming Guide, compute capability 2.x).",
    "Measured on a chip of 40 nm: 75 pJ per thread (gpusimpow2013).",
    "float, and what a fused multiply-add of doubles, 50 pJ (keckler2011), takes more than one of "
    "floats, (24/53)² of it.",
    "float, and two multiply-adds more, (24/53)² of 50 pJ (keckler2011) each: a quadratic "
    "interpolation.",
    "As integer.",
    "An addition: 0.1 pJ (horowitz2014), × 40/45; there is no result.",
    "The address: as integer.",
    "The address: as integer.",
    "The address: as integer.",
    "The address: as integer.",
    "As control.",
};
static_assert(std::size(kWorkSources) == static_cast<size_t>(OpClass::Count));

}  // namespace

std::span<const EnergyCoefficient> energy_coefficients() {
  static const std::vector<EnergyCoefficient> built = [] {
    std::vector<EnergyCoefficient> out;
    for (const Coefficient& c : coefficients())
      out.push_back({"energy." + std::string(c.name), c.source});
    for (size_t i = 0; i < std::size(kWorkSources); i++)
      out.push_back(
          {"energy.work." + std::string(op_class_name(static_cast<OpClass>(i))), kWorkSources[i]});
    return out;
  }();
  return built;
}

void add_energy_keys(std::vector<ConfigKey>& keys) {
  std::vector<Row<EnergyConfig>> rows;
  for (const Coefficient& c : coefficients())
    rows.push_back({c.name, c.member, c.limits, c.unit, c.sentence});
  add_rows(
      keys, "energy.", rows, [](auto& c) -> auto& { return c.energy; });
  for (size_t i = 0; i < static_cast<size_t>(OpClass::Count); i++) {
    std::string name(op_class_name(static_cast<OpClass>(i)));
    keys.push_back({"energy.work." + name, count(0, kMostEnergy), "fJ",
                    "One operation of class " + name + " in a unit, for one thread.",
                    [i](MachineConfig& c) { return ConfigPlace(&c.energy.work[i]); }});
  }
}

}  // namespace heddle
