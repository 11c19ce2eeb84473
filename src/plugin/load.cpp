#include "plugin/load.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "host/file.hpp"
#include "plugin/extend.hpp"
#include "plugin/plugin.hpp"

namespace heddle {

namespace {

namespace fs = std::filesystem;

constexpr const char* kEntry = "heddle_plugin";

std::string digest_of(const std::string& bytes) {
  XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw UsageError(fmt::format("the plug-in {} cannot be used: {}", file.string(), why));
}

/// What the loader says, without the name of the file that it begins with, and with help where a
/// user can do something.
std::string loader_error(const fs::path& file) {
  const char* said = ::dlerror();
  std::string text = said ? said : "the loader gives no reason";
  const std::string prefix = file.string() + ": ";
  if (text.starts_with(prefix)) text.erase(0, prefix.size());
  if (text.find("undefined symbol: _ZN") != text.npos && text.find("heddle") != text.npos)
    text += ": link it with heddle's library (heddle::heddle, or pkg-config --libs heddle)";
  return text;
}

/// Runs code of the library.
template <class F>
auto call(const fs::path& file, std::string_view what, F f) {
  try {
    return f();
  } catch (const std::exception& e) {
    refuse(file, fmt::format("{} failed: {}", what, e.what()));
  } catch (...) {
    refuse(file, fmt::format("{} failed: it threw something that is no std::exception", what));
  }
}

/// Whether the file begins as this program does, which says for which processors it is.
bool is_for_this_computer(const std::string& bytes) {
  Elf64_Ehdr header, own;
  std::ifstream program("/proc/self/exe", std::ios::binary);
  if (bytes.size() < sizeof header || !program.read(reinterpret_cast<char*>(&own), sizeof own))
    return true;  // the loader will tell
  std::memcpy(&header, bytes.data(), sizeof header);
  return header.e_ident[EI_CLASS] == own.e_ident[EI_CLASS] &&
         header.e_ident[EI_DATA] == own.e_ident[EI_DATA] && header.e_machine == own.e_machine;
}

/// Whether everything that the loader maps into memory is in the file: of one that was cut short,
/// the missing part would end the program.
bool is_whole(const std::string& bytes) {
  Elf64_Ehdr header;
  if (bytes.size() < sizeof header) return false;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr) ||
      header.e_phoff > bytes.size() ||
      header.e_phnum > (bytes.size() - header.e_phoff) / sizeof(Elf64_Phdr))
    return false;
  for (size_t n = 0; n < header.e_phnum; n++) {
    Elf64_Phdr segment;
    std::memcpy(&segment, bytes.data() + header.e_phoff + n * sizeof segment, sizeof segment);
    if (segment.p_offset > bytes.size() || segment.p_filesz > bytes.size() - segment.p_offset)
      return false;
  }
  return true;
}

/// Throws for a file that the loader would not take, before the loader sees it: it runs code.
std::string read_library(const fs::path& file) {
  std::error_code ignored;
  if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored))
    refuse(file, "it is not a regular file");
  std::string bytes = read_file(file);
  if (!bytes.starts_with(ELFMAG)) refuse(file, "it is not a shared library");
  if (!is_for_this_computer(bytes))
    refuse(file, "it was compiled for another kind of computer; compile it for this one");
  if (!is_whole(bytes)) refuse(file, "a part of it is missing; build or copy it again");
  return bytes;
}

void check_build(const fs::path& file, const PluginDescriptor& plugin) {
  if (plugin.interface_version != kPluginInterface)
    refuse(file,
           fmt::format("it has version {} of the plug-in interface, and this heddle has version "
                       "{}; compile it again with this heddle's headers",
                       plugin.interface_version, kPluginInterface));
  const std::string_view build = plugin.build ? plugin.build : "unknown";
  if (build != kBuildIdentity)
    refuse(file,
           fmt::format("it was compiled for another build of heddle ({}; this is {}); compile it "
                       "again with this heddle's headers and library",
                       build, kBuildIdentity));
  if (plugin.types != PluginDescriptor{}.types)
    refuse(
        file,
        "it was compiled with other options of the C++ library (such as _GLIBCXX_DEBUG or libc++), "
        "with which its types differ; compile it again without");
}

void add_items(const fs::path& file, const PluginDescriptor& plugin, Extension& extension) {
  if (!plugin.name || !plugin.add) refuse(file, "its descriptor has no name or no function 'add'");
  extension.name = plugin.name;
  call(file, "its function 'add'", [&] { plugin.add(extension); });
}

}  // namespace

Extension load_plugin(const fs::path& file) {
  // With a slash, so that the loader does not look for it elsewhere.
  const fs::path path = fs::absolute(file);
  const std::string digest = digest_of(read_library(path));
  // Its symbols stay its own: two plug-ins may define the same names.
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) refuse(path, loader_error(path));
  auto* entry = reinterpret_cast<decltype(&heddle_plugin)>(::dlsym(library, kEntry));
  if (!entry)
    refuse(path,
           fmt::format("it is no plug-in of heddle: it has no function '{}' (docs/plugins.md)",
                       kEntry));
  const std::string function = fmt::format("its function '{}'", kEntry);
  const PluginDescriptor* plugin = call(path, function, [&] { return entry(); });
  if (!plugin) refuse(path, function + " returns nothing");
  check_build(path, *plugin);
  Extension extension;
  add_items(path, *plugin, extension);
  // What it is known by is not for the library to say.
  extension.digest = digest;
  extension.origin = path.string();
  extension.file = path;
  return extension;
}

ExtensionsPtr load_plugins(std::span<const std::string> files, const ExtensionsPtr& known) {
  ExtensionsPtr all = known;
  for (const std::string& file : files) {
    std::error_code failed;
    const fs::path path = fs::canonical(file, failed);
    const std::vector<std::string> loaded = all ? all->files() : std::vector<std::string>();
    if (!failed && std::ranges::find(loaded, path.string()) != loaded.end()) continue;
    all = extend(all, load_plugin(failed ? fs::path(file) : path));
  }
  return all;
}

}  // namespace heddle
