#include "conformance/corpus.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "host/file.hpp"
#include "json/json.hpp"

namespace heddle {

namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxThreads = 1 << 24;  // of one case; an index with more is damaged
constexpr uint64_t kHistogramBytes = 64 * 4;

uint64_t whole(const Json& j, uint64_t most = ~uint64_t{0}) {
  if (!j.is_number_unsigned() || j.get<uint64_t>() > most)
    throw InputError(fmt::format("{} is not a whole number from 0 to {}", compact(j), most));
  return j.get<uint64_t>();
}

Dim3 dimensions(const Json& j) {
  auto at = [&](size_t i) { return static_cast<uint32_t>(whole(j.at(i), kMaxThreads)); };
  return {at(0), at(1), at(2)};
}

uint64_t thread_count(const Case& c) {
  uint64_t blocks = c.grid.count(), threads = c.block.count();
  if (blocks == 0 || threads == 0 || blocks > kMaxThreads || threads > kMaxThreads / blocks)
    throw InputError(fmt::format("case '{}' has an impossible number of threads", c.name));
  return blocks * threads;
}

/// Entries are named after their instruction, with the result's type first: cvt_rn_f16_f32.
NumberFormat result_format(std::string_view entry) {
  while (!entry.empty()) {
    std::string_view part = entry.substr(0, entry.find('_'));
    if (part == "f16") return NumberFormat::F16;
    if (part == "bf16") return NumberFormat::BF16;
    if (part == "f32" || part == "float") return NumberFormat::F32;
    if (part == "f64" || part == "double") return NumberFormat::F64;
    entry.remove_prefix(std::min(entry.size(), part.size() + 1));
  }
  return NumberFormat::Unsigned;
}

/// div_s32, rem_u16, ... divide buffer a by buffer b.
std::optional<DivisionRows> division_rows(std::string_view entry) {
  if (!entry.starts_with("div_") && !entry.starts_with("rem_")) return std::nullopt;
  std::string_view type = entry.substr(4);
  if (type.size() != 3 || (type[0] != 's' && type[0] != 'u')) return std::nullopt;
  DivisionRows rows;
  rows.is_signed = type[0] == 's';
  std::string_view bits = type.substr(1);
  if (bits != "16" && bits != "32" && bits != "64") return std::nullopt;
  rows.bits = bits == "16" ? 16 : bits == "32" ? 32 : 64;
  return rows;
}

Case common_part(const fs::path& folder, const Json& j) {
  Case c;
  c.entry = j.at("entry").get<std::string>();
  c.module = folder / j.at("module").get<std::string>();
  c.grid = dimensions(j.at("grid"));
  c.block = dimensions(j.at("block"));
  return c;
}

Case instruction_case(const fs::path& folder, const Json& j, uint64_t threads) {
  Case c = common_part(folder, j);
  c.name = fmt::format("{}/{}", c.module.stem().string(), c.entry);
  if (thread_count(c) != threads)
    throw InputError(fmt::format("case '{}' does not have {} threads", c.name, threads));
  std::string inputs = j.at("inputs").get<std::string>();
  for (const char* name : {"a", "b", "c"})
    c.buffers.push_back({name, threads * 8, folder / fmt::format("input.{}.{}.bin", inputs, name)});
  c.buffers.push_back({"out", threads * 8, {}});
  Expectation e;
  e.buffer = 3;
  e.file = folder / j.at("expected").get<std::string>();
  e.offset = whole(j.at("offset"));
  e.format = result_format(c.entry);
  std::string why;
  auto tolerance = Tolerance::parse(j.at("tolerance").get<std::string>(), &why);
  if (!tolerance) throw InputError(fmt::format("case '{}': {}", c.name, why));
  e.tolerance = *tolerance;
  e.division = division_rows(c.entry);
  c.expectations.push_back(std::move(e));
  return c;
}

Case program_case(const fs::path& folder, const Json& j) {
  Case c = common_part(folder, j);
  c.name = j.at("name").get<std::string>();
  uint64_t bytes = thread_count(c) * 16;
  c.buffers = {{"in", bytes, folder / (c.name + ".in.bin")},
               {"out", bytes, {}},
               {"hist", kHistogramBytes, {}}};
  Expectation out, hist;
  out.buffer = 1;
  out.file = folder / (c.name + ".out.bin");
  out.element_bytes = hist.element_bytes = 4;
  out.elements_per_thread = 4;
  hist.buffer = 2;
  hist.file = folder / (c.name + ".hist.bin");
  hist.elements_per_thread = 0;
  c.expectations = {std::move(out), std::move(hist)};
  return c;
}

}  // namespace

bool DivisionRows::undefined(uint64_t a, uint64_t b) const {
  uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  a &= mask;
  b &= mask;
  return b == 0 || (is_signed && b == mask && a == uint64_t{1} << (bits - 1));
}

std::vector<Case> load_corpus(const fs::path& folder) {
  fs::path index = folder / "index.json";
  std::string text = read_file(index);
  std::vector<Case> cases;
  try {
    Json j = parse_json(text);
    bool instructions = j.contains("threads");
    uint64_t threads = instructions ? whole(j.at("threads")) : 0;
    for (const Json& entry : j.at("cases")) {
      try {
        cases.push_back(instructions ? instruction_case(folder, entry, threads)
                                     : program_case(folder, entry));
      } catch (const std::exception& e) {
        throw InputError(
            fmt::format("case {}, {}: {}", cases.size() + 1, compact(entry), e.what()));
      }
    }
  } catch (const Json::exception& e) {
    throw InputError(fmt::format("'{}' is not a corpus index: {}", index.string(), e.what()));
  } catch (const InputError& e) {
    throw InputError(fmt::format("'{}': {}", index.string(), e.what()));
  }
  return cases;
}

}  // namespace heddle
