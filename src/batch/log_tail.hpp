// The end of what a task printed, to show a person why it ended.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::batch {

/// The last lines of the file, without control characters; empty if there is nothing.
std::string log_tail(const std::filesystem::path& file, size_t most_lines = 10);

}  // namespace heddle::batch
