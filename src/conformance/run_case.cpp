#include "conformance/run_case.hpp"

#include <fmt/format.h>

#include <cstring>

#include "host/file.hpp"

namespace heddle {

namespace {

namespace fs = std::filesystem;

uint64_t load_element(std::string_view bytes, uint64_t index, unsigned size) {
  uint64_t value = 0;
  std::memcpy(&value, bytes.data() + index * size, size);  // little-endian hosts only
  return value;
}

std::string_view expected_bytes(const Case& c, const Expectation& e, CorpusFiles& files) {
  std::string_view bytes = files.bytes.get(e.file);
  uint64_t size = c.buffers[e.buffer].bytes;
  if (e.offset > bytes.size() || size > bytes.size() - e.offset)
    throw InputError(fmt::format("'{}' has {} bytes, {} at offset {} were expected",
                                 e.file.string(), bytes.size(), size, e.offset));
  return bytes.substr(e.offset, size);
}

std::string input_bytes(const CaseBuffer& b, CorpusFiles& files) {
  if (b.input.empty()) return {};
  const std::string& bytes = files.bytes.get(b.input);
  if (bytes.size() != b.bytes)
    throw InputError(fmt::format("'{}' has {} bytes, {} were expected", b.input.string(),
                                 bytes.size(), b.bytes));
  return bytes;
}

bool is_excluded(const Case& c, const Expectation& e, uint64_t row, CorpusFiles& files) {
  if (!e.division) return false;
  uint64_t a = load_element(files.bytes.get(c.buffers[e.division->dividend].input), row, 8);
  uint64_t b = load_element(files.bytes.get(c.buffers[e.division->divisor].input), row, 8);
  return e.division->undefined(a, b);
}

/// The inputs of one row of an instruction case; they usually explain the difference.
std::string inputs_of_row(const Case& c, const Expectation& e, uint64_t row, CorpusFiles& files) {
  if (e.element_bytes != 8) return {};
  std::string text;
  for (const CaseBuffer& b : c.buffers)
    if (!b.input.empty())
      text += fmt::format(" {}={:#x}", b.name, load_element(files.bytes.get(b.input), row, 8));
  return "; inputs" + text;
}

std::string where(const Case& c, const Expectation& e, uint64_t index) {
  const std::string& name = c.buffers[e.buffer].name;
  if (e.elements_per_thread == 0) return fmt::format("{}[{}]", name, index);
  uint64_t thread = index / e.elements_per_thread;
  std::string at = fmt::format("thread {}", thread % c.block.count());
  if (c.grid.count() > 1) at += fmt::format(" of block {}", thread / c.block.count());
  return fmt::format("{}, {}[{}]", at, name, index);
}

std::optional<std::string> compare(const Case& c, const Expectation& e, std::string_view actual,
                                   CorpusFiles& files) {
  std::string_view expected = expected_bytes(c, e, files);
  if (expected == actual) return std::nullopt;
  uint64_t count = actual.size() / e.element_bytes, differing = 0, first = 0;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t want = load_element(expected, i, e.element_bytes);
    uint64_t got = load_element(actual, i, e.element_bytes);
    if (e.tolerance.matches(want, got, e.format) || is_excluded(c, e, i, files)) continue;
    if (differing++ == 0) first = i;
  }
  if (differing == 0) return std::nullopt;
  uint64_t want = load_element(expected, first, e.element_bytes);
  uint64_t got = load_element(actual, first, e.element_bytes);
  return fmt::format("{}: expected {}, got {}; {} of {} values differ{}", where(c, e, first),
                     show_value(want, e.element_bytes, e.format),
                     show_value(got, e.element_bytes, e.format), differing, count,
                     inputs_of_row(c, e, first, files));
}

std::optional<std::string> launch_and_compare(const Case& c, const DeviceOptions& options,
                                              CorpusFiles& files) {
  Device device(options);
  Kernel kernel = device.load(files.modules.get(c.module)).kernel(c.entry);
  std::vector<Address> addresses;
  std::vector<ArgumentView> arguments;
  for (const CaseBuffer& b : c.buffers) {
    addresses.push_back(device.allocate(b.bytes, b.name));
    std::string bytes = input_bytes(b, files);
    device.copy_to_device(addresses.back(), std::as_bytes(std::span(bytes)));
  }
  for (const Address& a : addresses) arguments.push_back({&a, sizeof a});
  device.launch_arguments(kernel, {c.grid, c.block}, arguments);
  for (const Expectation& e : c.expectations) {
    std::string actual(c.buffers[e.buffer].bytes, '\0');
    device.copy_to_host(std::as_writable_bytes(std::span(actual)), addresses[e.buffer]);
    if (auto difference = compare(c, e, actual, files)) return difference;
  }
  return std::nullopt;
}

/// Joins the lines of a diagnostic or a deadlock description: a failing case prints one line.
std::string one_line(std::string_view text) {
  constexpr size_t kLongest = 400;
  std::string line;
  for (char ch : text) {
    bool space = ch == '\n' || ch == '\t' || ch == '\r' || ch == ' ';
    if (!space)
      line += ch;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line.size() > kLongest ? line.substr(0, kLongest) + " ..." : line;
}

}  // namespace

CorpusFiles::CorpusFiles()
    : bytes([](const fs::path& path) { return read_file(path); }),
      modules([](const fs::path& path) {
        return load_module(std::make_shared<Source>(path.string(), read_file(path)));
      }) {}

std::optional<std::string> run_case(const Case& c, const DeviceOptions& options,
                                    CorpusFiles& files) {
  try {
    return launch_and_compare(c, options, files);
  } catch (const InterruptedError&) {
    throw;
  } catch (const std::exception& e) {
    return one_line(e.what());
  }
}

}  // namespace heddle
