#include "cuda/program_file.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

#include "cuda/fat_binary.hpp"
#include "host/file.hpp"

namespace heddle::cuda {

namespace {

/// The sections of an ELF file; every access is checked, since the file may be anything.
class ElfView {
 public:
  explicit ElfView(std::string_view bytes) : bytes_(bytes) {
    Elf64_Ehdr header;
    if (!read(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64)
      return;
    valid_ = true;
    for (uint64_t i = 0; i < header.e_shnum; i++) {
      Elf64_Shdr section;
      if (!read(header.e_shoff + i * header.e_shentsize, section)) break;
      sections_.push_back(section);
    }
    if (header.e_shstrndx < sections_.size()) names_ = content(sections_[header.e_shstrndx]);
  }

  bool valid() const { return valid_; }
  const std::vector<Elf64_Shdr>& sections() const { return sections_; }
  std::string_view content(const Elf64_Shdr& section) const {
    if (section.sh_type == SHT_NOBITS || section.sh_offset > bytes_.size()) return {};
    return bytes_.substr(section.sh_offset, section.sh_size);
  }
  std::string_view name(const Elf64_Shdr& section) const {
    return string_at(names_, section.sh_name);
  }
  static std::string_view string_at(std::string_view table, uint64_t offset) {
    if (offset >= table.size()) return {};
    table.remove_prefix(offset);
    return table.substr(0, table.find('\0'));
  }
  std::vector<std::string> needed() const {
    std::vector<std::string> out;
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type != SHT_DYNAMIC || section.sh_link >= sections_.size()) continue;
      std::string_view entries = content(section), strings = content(sections_[section.sh_link]);
      for (; entries.size() >= sizeof(Elf64_Dyn); entries.remove_prefix(sizeof(Elf64_Dyn))) {
        Elf64_Dyn entry;
        std::memcpy(&entry, entries.data(), sizeof entry);
        if (entry.d_tag == DT_NEEDED) out.emplace_back(string_at(strings, entry.d_un.d_val));
      }
    }
    return out;
  }

 private:
  template <class T>
  bool read(uint64_t offset, T& out) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return false;
    std::memcpy(&out, bytes_.data() + offset, sizeof(T));
    return true;
  }

  std::string_view bytes_, names_;
  bool valid_ = false;
  std::vector<Elf64_Shdr> sections_;
};

/// Containers lie one after the other, with padding between them.
bool holds_ptx(std::string_view section) {
  std::span<const std::byte> rest(reinterpret_cast<const std::byte*>(section.data()),
                                  section.size());
  while (rest.size() >= kContainerHeader) {
    if (!is_container(rest)) {
      rest = rest.subspan(std::min<size_t>(4, rest.size()));
      continue;
    }
    const uint64_t size = container_size(rest.first<kContainerHeader>());
    if (size > rest.size()) return false;
    if (!parse_container(rest.first(size)).ptx.empty()) return true;
    rest = rest.subspan(size);
  }
  return false;
}

}  // namespace

std::string ProgramFile::runtime() const {
  auto found = std::ranges::find_if(
      needed, [](const std::string& name) { return name.starts_with("libcudart.so"); });
  return found == needed.end() ? std::string() : *found;
}

ProgramFile inspect_program(const std::filesystem::path& file) {
  const std::string bytes = read_file(file);
  const ElfView elf(bytes);
  ProgramFile out;
  out.is_elf = elf.valid();
  if (!out.is_elf) return out;
  out.needed = elf.needed();
  for (const Elf64_Shdr& section : elf.sections()) {
    const std::string_view name = elf.name(section);
    if (name != ".nv_fatbin" && name != "__nv_relfatbin") continue;
    out.has_device_code = true;
    out.has_ptx = out.has_ptx || holds_ptx(elf.content(section));
  }
  // Each object file of the static library begins its messages with this name.
  out.has_static_runtime = out.has_device_code && out.runtime().empty() &&
                           bytes.find("cudart") != std::string::npos &&
                           bytes.find("libcuda.so.1") != std::string::npos;
  // nvcc puts an empty binary into programs of the host alone.
  if (!out.has_static_runtime && bytes.find("__cudaRegisterFunction") == std::string::npos)
    out.has_device_code = false;
  return out;
}

}  // namespace heddle::cuda
