#include "base/own_folder.hpp"

namespace heddle {

namespace fs = std::filesystem;

fs::path own_folder() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

fs::path source_folder(std::string_view name) {
  std::error_code failed;
  fs::path folder = fs::canonical(own_folder() / "../source" / name, failed);
  return failed ? fs::path() : folder;
}

}  // namespace heddle
