#include "config/config_library.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/own_folder.hpp"

namespace heddle {

namespace {

namespace fs = std::filesystem;
constexpr size_t kLongestText = size_t{1} << 20;
constexpr std::string_view kBuiltIn = "built in";

/// Accepts only regular files, because a text is read more than once.
std::string read_text(const fs::path& path, std::string_view kind) {
  auto refuse = [&](std::string_view why) {
    throw IoError(fmt::format("cannot read the {} {}{}", kind, path.string(), why));
  };
  std::error_code ignored;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored))
    refuse(": not a regular file");
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(fmt::format(": {}", std::strerror(errno)));
  std::string text;
  for (std::array<char, 16384> part; file && text.size() <= kLongestText;) {
    file.read(part.data(), part.size());
    text.append(part.data(), static_cast<size_t>(file.gcount()));
  }
  if (text.size() > kLongestText) refuse(": longer than 1 MiB");
  return text;
}

ConfigText open_file(const fs::path& path, std::string_view kind) {
  std::error_code failed;
  fs::path canonical = fs::weakly_canonical(path, failed);
  return {std::make_shared<Source>(path.string(), read_text(path, kind)), path.stem().string(),
          failed ? path.string() : canonical.string(), path.parent_path()};
}

std::vector<fs::path> search_folders(const ConfigLibrary& library) {
  std::vector<fs::path> folders;
  if (const char* own = std::getenv(library.variable); own && *own) folders.emplace_back(own);
  if (!library.source_folder.empty()) folders.push_back(library.source_folder);
  return folders;
}

const EmbeddedText* find_embedded(const ConfigLibrary& library, std::string_view name) {
  for (const EmbeddedText& text : library.embedded)
    if (text.name == name) return &text;
  return nullptr;
}

/// A file of the source tree counts as built in unless it changed since the build.
std::string origin_of(const fs::path& file, const ConfigLibrary& library) {
  if (file.parent_path() != library.source_folder) return file.string();
  const EmbeddedText* built_in = find_embedded(library, file.stem().string());
  std::error_code ignored;
  const bool unchanged = built_in && fs::is_regular_file(file, ignored) &&
                         fs::file_size(file, ignored) == built_in->text.size() &&
                         read_text(file, library.kind) == built_in->text;
  return unchanged ? std::string(kBuiltIn) : file.string();
}

}  // namespace

bool is_config_file(std::string_view name_or_path) {
  return name_or_path.find('/') != std::string_view::npos || name_or_path.ends_with(".toml");
}

std::optional<ConfigText> ConfigLibrary::find(std::string_view name_or_path) const {
  if (is_config_file(name_or_path)) return open_file(fs::path(name_or_path), kind);
  std::error_code ignored;
  for (const fs::path& place : search_folders(*this)) {
    fs::path file = place / (std::string(name_or_path) + ".toml");
    if (fs::is_regular_file(file, ignored)) return open_file(file, kind);
  }
  const EmbeddedText* text = find_embedded(*this, name_or_path);
  if (!text) return std::nullopt;
  std::string shown = fmt::format("{}/{}.toml", folder, text->name);
  return ConfigText{
      std::make_shared<Source>(shown, std::string(text->text)), std::string(text->name), shown, {}};
}

ConfigText ConfigLibrary::open(std::string_view name_or_path) const {
  if (auto text = find(name_or_path)) return *std::move(text);
  const std::vector<LibraryEntry> known = entries();
  const std::string near = suggest(name_or_path, known.size(),
                                   [&](size_t i) -> std::string_view { return known[i].name; });
  throw UsageError(
      fmt::format("there is no {} '{}'{}", kind, name_or_path.substr(0, 64),
                  near.empty() ? fmt::format("; 'heddle list {}' shows them", folder) : near));
}

ConfigText ConfigLibrary::open_inherited(std::string_view name_or_path,
                                         const fs::path& from) const {
  if (!is_config_file(name_or_path)) return open(name_or_path);
  return open_file(from / fs::path(name_or_path), kind);
}

std::vector<LibraryEntry> ConfigLibrary::entries() const {
  std::map<std::string, std::string, std::less<>> origins;
  for (const fs::path& place : search_folders(*this)) {
    std::error_code failed;
    for (fs::directory_iterator file(place, failed), end; !failed && file != end;
         file.increment(failed))
      if (file->path().extension() == ".toml" && !origins.contains(file->path().stem().string()))
        origins.emplace(file->path().stem().string(), origin_of(file->path(), *this));
  }
  std::vector<LibraryEntry> all;
  for (const EmbeddedText& text : embedded) {
    auto file = origins.extract(std::string(text.name));
    all.push_back({std::string(text.name), file ? file.mapped() : std::string(kBuiltIn)});
  }
  for (auto& [name, origin] : origins) all.push_back({name, origin});
  return all;
}

ConfigLibrary preset_library() {
  return {"preset", "presets", "HEDDLE_PRESETS", source_folder("presets"), embedded_presets()};
}

ConfigLibrary arch_library() {
  return {"arch", "archs", "HEDDLE_ARCHS", source_folder("archs"), embedded_archs()};
}

}  // namespace heddle
