// Places a module's global and constant variables in device memory.
#include <algorithm>
#include <cstring>

#include "exec/executable.hpp"

namespace heddle {

namespace {

Address value_of(const ModuleImage& image, const InitialValue& v) {
  if (v.kind == InitialValue::Kind::Function) return kCodeWindow + 16 * (uint64_t{v.index} + 1);
  return image.addresses[v.index] + static_cast<uint64_t>(v.offset);
}

}  // namespace

namespace {

/// Whether the host has lent this memory: a variable may lie there.
bool is_lent(const DeviceMemory& memory, Address address, uint64_t bytes) {
  const Allocation* found = memory.find(address, bytes);
  return found && found->borrowed;
}

}  // namespace

ModuleImage place_module(ProgramPtr module, DeviceMemory& memory,
                         const std::map<std::string, Address>& places) {
  const auto& program = *module;
  ModuleImage image{std::move(module), std::vector<Address>(program.variables.size(), 0)};
  for (size_t n = 0; n < program.variables.size(); n++) {
    const Variable& v = program.variables[n];
    bool in_memory = v.space == Space::Global || v.space == Space::Const;
    if (!in_memory || v.size == 0 || v.linkage == ptx::Linkage::Extern) continue;
    auto kind = v.space == Space::Const ? Allocation::Kind::Constant : Allocation::Kind::Global;
    const std::string name(v.name);
    const auto place = places.find(name);
    if (place == places.end())
      image.addresses[n] = memory.allocate(v.size, kind, name, std::max<uint64_t>(256, v.align));
    else if (is_lent(memory, place->second, v.size))
      image.addresses[n] = place->second;
    else
      image.addresses[n] = memory.allocate_at(place->second, v.size, kind, name);
  }
  // Contents are written after all addresses are known: initial values may hold any of them.
  for (size_t n = 0; n < program.variables.size(); n++) {
    const Variable& v = program.variables[n];
    if (v.initial_count == 0 || image.addresses[n] == 0) continue;
    Address at = image.addresses[n];
    for (uint32_t k = 0; k < v.initial_count; k++) {
      const InitialValue& initial = program.initials[v.first_initial + k];
      uint64_t value =
          initial.kind == InitialValue::Kind::Bits ? initial.bits : value_of(image, initial);
      if (initial.mask_byte != 0xff) value = (value >> (8 * initial.mask_byte)) & 0xff;
      std::byte bytes[8];
      std::memcpy(bytes, &value, 8);
      memory.write(at, {bytes, std::min<size_t>(initial.size, 8)});
      at += initial.size;
    }
  }
  return image;
}

}  // namespace heddle
