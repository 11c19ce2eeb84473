// Files of JSON that tell when they are damaged: the first member is a digest of all that follows
// it, byte by byte, so that nothing has to be printed again to check it. A file is written under
// another name, which tells hosts and processes apart, and renamed, so that readers on any host see
// all of it or nothing.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/error.hpp"
#include "json/json.hpp"

namespace heddle::batch {

/// The file is there, but is not what was written, or not by this version.
struct DamagedFile : IoError {
  using IoError::IoError;
};

/// `members` begins with "schema". Throws IoError.
void write_checked(const std::filesystem::path& file, const Json& members);
/// Throws IoError if it cannot be read, DamagedFile otherwise. `schema`: "heddle-plan/1".
Json read_checked(const std::filesystem::path& file, std::string_view schema);

/// Writes any text in the same way.
void write_renamed(const std::filesystem::path& file, std::string_view text);

/// Calls f, which takes members of a checked file; what it lacks is damage.
template <class F>
auto read_members(const std::filesystem::path& file, F f);

/// With all above it. Throws IoError.
void make_folder(const std::filesystem::path& folder);

/// "node17", for names of files and for messages.
std::string own_host();

[[noreturn]] void refuse_members(const std::filesystem::path& file, const char* why);

template <class F>
auto read_members(const std::filesystem::path& file, F f) {
  try {
    return f();
  } catch (const Json::exception& e) {
    refuse_members(file, e.what());
  } catch (const InputError& e) {
    refuse_members(file, e.what());
  }
}

}  // namespace heddle::batch
