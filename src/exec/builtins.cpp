// The built-in functions of a device: vprintf, malloc, free, __assertfail.
#include <fmt/format.h>

#include <bit>
#include <cstdio>
#include <cstring>

#include "exec/block.hpp"

namespace heddle {

namespace {

constexpr size_t kMaxString = 1 << 16;

/// One conversion of a printf format: flags, width and precision as written, without the length.
struct Conversion {
  std::string spec;  // "%-8.3"
  char type = 0;
  bool is_long = false;  // 64-bit integer
};

Conversion parse_conversion(const std::string& format, size_t& at) {
  Conversion c;
  c.spec = "%";
  while (at < format.size() && std::strchr("-+ #0123456789.*", format[at])) c.spec += format[at++];
  while (at < format.size() && std::strchr("hlLqjzt", format[at])) {
    c.is_long |= format[at] != 'h';
    at++;
  }
  if (at < format.size()) c.type = format[at++];
  return c;
}

template <class T>
std::string print_one(const std::string& spec, T value) {
  int size = std::snprintf(nullptr, 0, spec.c_str(), value);
  if (size < 0 || static_cast<size_t>(size) > kMaxString) return {};
  std::string out(static_cast<size_t>(size) + 1, '\0');
  std::snprintf(out.data(), out.size(), spec.c_str(), value);
  out.pop_back();
  return out;
}

}  // namespace

uint64_t Block::argument(uint32_t lane, const CallSite& site, size_t first_word, bool wide) const {
  if (first_word + wide >= site.arguments.size()) return 0;
  uint64_t low = read_word(lane, site.arguments[first_word]);
  return wide ? low | uint64_t{read_word(lane, site.arguments[first_word + 1])} << 32 : low;
}

std::string Block::read_string(uint32_t lane, Address address) {
  std::string out;
  for (; out.size() < kMaxString; address++) {
    char c = static_cast<char>(*memory_.at(lane, lanes_.first_thread + lane, Space::Generic,
                                           address, 1, AccessKind::Read));
    if (c == 0) return out;
    out += c;
  }
  return out;
}

std::string Block::format(uint32_t lane, Address format_address, Address arguments,
                          uint32_t& consumed) {
  std::string format = read_string(lane, format_address), out;
  uint64_t offset = 0;
  auto next = [&](uint64_t size) {
    consumed++;
    offset = (offset + size - 1) / size * size;
    uint64_t value = 0;
    std::memcpy(&value,
                memory_.at(lane, lanes_.first_thread + lane, Space::Generic, arguments + offset,
                           size, AccessKind::Read),
                size);
    offset += size;
    return value;
  };
  for (size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      out += format[at++];
      continue;
    }
    at++;
    Conversion c = parse_conversion(format, at);
    for (size_t star; (star = c.spec.find('*')) != std::string::npos;)
      c.spec.replace(star, 1, std::to_string(static_cast<int32_t>(next(4))));
    if (c.spec.size() > 40) c.spec = "%";
    switch (c.type) {
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        out += c.is_long ? print_one(c.spec + "ll" + c.type, static_cast<long long>(next(8)))
                         : print_one(c.spec + c.type, static_cast<int>(next(4)));
        break;
      case 'c': out += print_one(c.spec + 'c', static_cast<int>(next(4))); break;
      case 's': {
        const Address text = next(8);
        out += print_one(c.spec + 's', text ? read_string(lane, text).c_str() : "(null)");
        break;
      }
      case 'p': out += print_one(c.spec + 'p', reinterpret_cast<void*>(next(8))); break;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A': out += print_one(c.spec + c.type, std::bit_cast<double>(next(8))); break;
      case '%': out += '%'; break;
      default: out += c.spec + (c.type ? std::string(1, c.type) : std::string()); break;
    }
  }
  return out;
}

void Block::call_builtin(uint32_t warp, uint32_t mask, const CallSite& site, Builtin builtin) {
  lanes(warp);
  ++*memory_.changes;
  auto return_value = [&](uint32_t lane, uint64_t value) {
    for (size_t n = 0; n < site.results.size() && n < 2; n++)
      write_word(lane, site.results[n], static_cast<uint32_t>(value >> (32 * n)));
  };
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    auto lane = static_cast<uint32_t>(std::countr_zero(m));
    switch (builtin) {
      case Builtin::Printf: {
        // As on hardware, the result is the number of arguments consumed, including those of '*'.
        const Address pattern = argument(lane, site, 0, true);
        uint32_t consumed = 0;
        if (pattern) {
          std::string text = format(lane, pattern, argument(lane, site, 2, true), consumed);
          if (environment_.print) environment_.print(text);
        }
        return_value(lane, pattern ? consumed : ~uint32_t{0});
        break;
      }
      case Builtin::Malloc:
        return_value(lane, environment_.memory.heap_allocate(argument(lane, site, 0, true)));
        break;
      case Builtin::Free: {
        Address address = argument(lane, site, 0, true);
        if (address != 0 && !environment_.memory.heap_release(address))
          throw Fault{lane,
                      fmt::format("free of {:#x}, which is not a live malloc block: {}", address,
                                  environment_.memory.describe(address)),
                      FaultKind::BadAddress};
        break;
      }
      case Builtin::AssertFail:
        throw Fault{lane,
                    fmt::format("assertion `{}' failed at {}:{} in {}",
                                read_string(lane, argument(lane, site, 0, true)),
                                read_string(lane, argument(lane, site, 2, true)),
                                argument(lane, site, 4, false),
                                read_string(lane, argument(lane, site, 5, true))),
                    FaultKind::Assertion};
      default: break;
    }
  }
}

}  // namespace heddle
