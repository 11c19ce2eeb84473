// The report page: report/dist/report.html, which is compiled in, with the data inserted.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "report/data.hpp"

namespace heddle::report {

struct Contents {
  std::string title;
  std::string command;            // that wrote the report
  std::vector<Json> studies;      // by study_data
  std::vector<Json> sweeps = {};  // by sweep_data
};

/// A self-contained HTML page.
std::string page(const Contents& contents);

/// Creates the folder. Throws IoError, so that the error is reported before long runs.
void prepare_folder(const std::filesystem::path& folder);
/// Also creates the folder; returns the file that `write_report` will write.
std::filesystem::path prepare_report(const std::filesystem::path& folder);
/// Writes FOLDER/index.html and returns its path. Throws IoError.
std::filesystem::path write_report(const std::filesystem::path& folder, const Contents& contents);

/// report/dist/report.html. Generated.
std::string_view embedded_page();

}  // namespace heddle::report
