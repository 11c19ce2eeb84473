#include "cudart/capture.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "base/demangle.hpp"
#include "base/error.hpp"
#include "cudart/messages.hpp"
#include "host/file.hpp"

namespace heddle::cudart {

namespace {

constexpr int kLevel = 1;

uint64_t digest_of(std::span<const std::byte> bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (std::byte b : bytes) hash = (hash ^ std::to_integer<uint64_t>(b)) * 0x100000001b3;
  return hash;
}

std::string compressed(std::span<const std::byte> bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kLevel);
  if (ZSTD_isError(size)) throw IoError("cannot compress captured memory");
  out.resize(size);
  return out;
}

std::string hexadecimal(std::span<const std::byte> bytes) {
  std::string out;
  for (std::byte b : bytes) out += fmt::format("{:02x}", std::to_integer<unsigned>(b));
  return out;
}

std::span<const std::byte> bytes_of(const Allocation& a) { return {a.data, a.size}; }

/// Threads may allocate and release memory. Alone, they get other addresses.
bool uses_heap(const Executable& kernel) {
  return std::ranges::any_of(kernel.functions, [](const LinkedFunction& f) {
    return f.builtin == Builtin::Malloc || f.builtin == Builtin::Free;
  });
}

bool is_zero(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{0}; });
}

}  // namespace

Capture::Capture(std::filesystem::path folder, uint64_t number, const Executable& kernel,
                 const Launch& launch, const DeviceMemory& memory)
    : folder_(std::move(folder)),
      number_(number),
      kernel_(kernel),
      launch_(launch),
      parameters_(launch.parameters.begin(), launch.parameters.end()),
      memory_(memory) {
  find_pieces();
  std::filesystem::create_directories(folder_ / std::to_string(number_));
  for (Piece& piece : pieces_) {
    const auto bytes = bytes_of(*piece.allocation);
    piece.digest = digest_of(bytes);
    if (!is_zero(bytes)) piece.before = write_piece(piece, "before");
  }
}

void Capture::reach(const std::byte* bytes, uint64_t size, uint64_t step) {
  for (uint64_t at = 0; at + 8 <= size; at += step) {
    Address address = 0;
    std::memcpy(&address, bytes + at, 8);
    // Also one past the end: loops keep such pointers.
    const Allocation* found = memory_.find(address, 1);
    if (!found && address > 0) found = memory_.find(address - 1, 1);
    if (!found || found->base == launch_.workspace) continue;
    const auto known = [&](const Piece& p) { return p.allocation == found; };
    if (std::ranges::none_of(pieces_, known))
      pieces_.push_back({found, found->base, fmt::format("m{}", pieces_.size()), false, {}, 0});
  }
}

void Capture::find_pieces() {
  const Program& program = kernel_.module();
  for (size_t v = 0; v < program.variables.size(); v++) {
    const Address address = kernel_.image.addresses[v];
    if (address == 0 ||
        program.variable_index.find(program.variables[v].name) == program.variable_index.end())
      continue;
    if (const Allocation* found = memory_.find(address, 1))
      pieces_.push_back({found, found->base, std::string(program.variables[v].name), true, {}, 0});
  }
  reach(parameters_.data(), parameters_.size(), 4);
  for (size_t i = 0; i < pieces_.size(); i++)  // grows while it runs
    reach(pieces_[i].allocation->data, pieces_[i].allocation->size, 8);
}

std::string Capture::write_piece(const Piece& piece, const char* when) {
  const auto index = static_cast<size_t>(&piece - pieces_.data());
  std::string name = fmt::format("{}/{}.{}.zst", number_, index, when);
  write_file(folder_ / name, compressed(bytes_of(*piece.allocation)));
  return name;
}

std::string Capture::write_ptx() const {
  const std::string_view text = kernel_.module().source->text();
  std::string name = fmt::format("module-{:016x}.ptx", digest_of(std::as_bytes(std::span(text))));
  if (!std::filesystem::exists(folder_ / name)) write_file(folder_ / name, text);
  return name;
}

void Capture::finish() {
  if (uses_heap(kernel_)) {
    const auto lives = [&](const Piece& p) { return memory_.find(p.base, 1) == p.allocation; };
    if (!std::ranges::all_of(pieces_, lives)) {
      say(
          fmt::format("launch {} is not captured: kernel '{}' frees memory that an earlier launch "
                      "allocated, so it cannot run alone",
                      number_, demangled(kernel_.entry->name)));
      std::filesystem::remove_all(folder_ / std::to_string(number_));
      return;
    }
    after_.resize(pieces_.size());  // nothing to compare: addresses may be anywhere
  } else {
    for (const Piece& piece : pieces_) {
      const bool changed = digest_of(bytes_of(*piece.allocation)) != piece.digest;
      after_.push_back(changed ? write_piece(piece, "after") : piece.before);
    }
  }
  write_file(folder_ / fmt::format("{}.toml", number_), describe(write_ptx()));
}

std::string Capture::describe(const std::string& ptx) const {
  const Function& f = *kernel_.entry;
  std::string out = fmt::format(
      "# Launch {} of a CUDA program: {}\nptx = \"{}\"\nentry = \"{}\"\ngrid = [{}, {}, {}]\n"
      "block = [{}, {}, {}]\nshared = {}\n",
      number_, demangled(f.name), ptx, f.name, launch_.grid.x, launch_.grid.y, launch_.grid.z,
      launch_.block.x, launch_.block.y, launch_.block.z, launch_.dynamic_shared);
  if (launch_.workspace) out += fmt::format("workspace = {:#x}\n", launch_.workspace);
  for (uint32_t index : f.parameters) {
    const Variable& v = f.variables[index];
    out += fmt::format("\n[[param]]\nbytes = \"{}\"\n",
                       hexadecimal(std::span(parameters_).subspan(v.place, v.size)));
  }
  for (size_t i = 0; i < pieces_.size(); i++) {
    const Piece& p = pieces_[i];
    out += fmt::format("\n[[{}]]\nname = \"{}\"\ntype = \"u8\"\naddress = {:#x}\n",
                       p.is_symbol ? "symbol" : "buffer", p.name, p.allocation->base);
    out += p.before.empty() ? fmt::format("count = {}\n", p.allocation->size)
                            : fmt::format("file = \"{}\"\n", p.before);
  }
  for (size_t i = 0; i < pieces_.size(); i++)
    if (!after_[i].empty())
      out += fmt::format("\n[[compare]]\n{} = \"{}\"\ntype = \"u8\"\nfile = \"{}\"\n",
                         pieces_[i].is_symbol ? "symbol" : "buffer", pieces_[i].name, after_[i]);
  return out;
}

}  // namespace heddle::cudart
