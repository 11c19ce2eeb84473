#include "report/page.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "host/file.hpp"
#include "json/json.hpp"

namespace heddle::report {

namespace {

/// The placeholder of the data in the page.
constexpr std::string_view kPlace = "{\"heddle\":\"data\"}";

/// Escapes JSON for a <script>: "</script>" and "<!--" must not appear.
std::string as_script(const Json& json) {
  std::string text = compact(json), safe;
  safe.reserve(text.size());
  for (char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

}  // namespace

std::string page(const Contents& contents) {
  std::string_view shell = embedded_page();
  size_t at = shell.find(kPlace);
  if (at == std::string_view::npos) throw Error("the report page has no placeholder for data");
  Json data{{"schema", "heddle-report/1"},
            {"title", contents.title},
            {"command", contents.command},
            {"studies", contents.studies}};
  if (!contents.sweeps.empty()) data["sweeps"] = contents.sweeps;
  std::string text(shell.substr(0, at));
  text += as_script(data);
  text += shell.substr(at + kPlace.size());
  return text;
}

void prepare_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (!std::filesystem::is_directory(folder))
    throw IoError(
        fmt::format("cannot create the folder {}: {}", folder.string(), failed.message()));
}

std::filesystem::path prepare_report(const std::filesystem::path& folder) {
  prepare_folder(folder);
  return folder / "index.html";
}

std::filesystem::path write_report(const std::filesystem::path& folder, const Contents& contents) {
  std::filesystem::path file = prepare_report(folder);
  write_file(file, page(contents));
  return file;
}

}  // namespace heddle::report
