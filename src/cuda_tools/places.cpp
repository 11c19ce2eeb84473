#include "cuda_tools/places.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"
#include "base/own_folder.hpp"

namespace heddle::cuda {

namespace fs = std::filesystem;

namespace {

fs::path first_with(std::initializer_list<fs::path> folders, const char* file, const char* what) {
  for (const fs::path& folder : folders)
    if (!folder.empty() && fs::exists(folder / file)) return fs::weakly_canonical(folder);
  throw UsageError(
      fmt::format("cannot find {} ({}) near {}: build heddle with ./heddle or the target "
                  "'heddle', or install it again",
                  what, file, own_folder().string()));
}

}  // namespace

fs::path library_folder() {
  const fs::path own = own_folder();
  return first_with({own / "../lib", own / "../lib/heddle"}, "libcudart.so.12",
                    "heddle's CUDA libraries");
}

fs::path header_folder() {
  const fs::path own = own_folder();
  return first_with({own / "../share/heddle/cuda", source_folder("cuda")}, "cuda_runtime.h",
                    "heddle's CUDA headers");
}

fs::path toolkit_folder() {
  const fs::path own = own_folder();
  return first_with({own / "../toolkit", own / "../lib/heddle/toolkit"}, "bin/nvcc",
                    "heddle's folder in place of a CUDA toolkit");
}

fs::path find_program(std::string_view name) {
  if (name.find('/') != name.npos) return name;
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "/usr/local/bin:/usr/bin:/bin";
  while (true) {
    const size_t colon = rest.find(':');
    const fs::path folder = rest.substr(0, colon);
    fs::path file = (folder.empty() ? fs::path(".") : folder) / name;
    if (::access(file.c_str(), X_OK) == 0 && !fs::is_directory(file)) return file;
    if (colon == rest.npos) return {};
    rest.remove_prefix(colon + 1);
  }
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "heddle.").string() + std::string(6, 'X');
  if (!::mkdtemp(name.data()))
    throw IoError(fmt::format("cannot make a temporary folder {}: {}", name, std::strerror(errno)));
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace heddle::cuda
