// The page itself: report/dist/report.html, which is compiled in, with the data put into it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "report/data.hpp"

namespace heddle::report {

struct Contents {
  std::string title;
  std::string command;        // that wrote it
  std::vector<Json> studies;  // by study_data
};

/// One HTML page that needs nothing else.
std::string page(const Contents& contents);

/// Makes the folder. Throws IoError: a report that cannot be written is told before long runs.
void prepare_folder(const std::filesystem::path& folder);
/// The same; returns the file that `write_report` will write.
std::filesystem::path prepare_report(const std::filesystem::path& folder);
/// Writes FOLDER/index.html and returns its path. Throws IoError.
std::filesystem::path write_report(const std::filesystem::path& folder, const Contents& contents);

/// report/dist/report.html. Generated.
std::string_view embedded_page();

}  // namespace heddle::report
