// Where heddle's own files are: the CUDA libraries that programs load and the headers that `heddle
// cc` gives to the compiler. Next to the program that runs: in the build folder, or where it is
// installed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace heddle::cuda {

/// Folder of libcudart.so.12 and its like. Throws UsageError if it is not there.
std::filesystem::path library_folder();
/// Folder of cuda_runtime.h. Throws UsageError.
std::filesystem::path header_folder();
/// A folder with bin/nvcc, include and lib64, as Makefiles expect of NVIDIA's toolkit. Throws
/// UsageError.
std::filesystem::path toolkit_folder();
/// The first executable file of this name on the PATH, or the name itself if it has a slash; empty
/// if there is none.
std::filesystem::path find_program(std::string_view name);

/// A folder that is removed with everything in it.
class TemporaryFolder {
 public:
  /// Throws IoError.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace heddle::cuda
