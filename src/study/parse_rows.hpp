// Parses the rows of a study's file, [[row]], and those of its ablations, [[ablation.row]].
#pragma once

#include <filesystem>

#include "study/part_reader.hpp"

namespace heddle::study {

class RowReader : public PartReader {
 public:
  /// `folder` is the base of paths to launch descriptions.
  RowReader(Diagnostics& diagnostics, Study& study, std::filesystem::path folder)
      : PartReader(diagnostics, study), folder_(std::move(folder)) {}

 protected:
  /// `what` is the name of the table. Keys that are not set keep the values of `like`.
  Row read_row(const toml::table& t, std::string_view what, const Row* like);
  /// A list of settings, or KEY.SIZE = a list for one size.
  SettingsBySize settings_by_size(const toml::table& t, std::string_view key);

 private:
  std::filesystem::path folder_;
};

}  // namespace heddle::study
