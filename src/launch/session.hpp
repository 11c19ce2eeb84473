// Executes a launch description: checks it against its files and modules, fills the buffers,
// launches, writes the outputs and compares the results.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "host/heddle.hpp"
#include "launch/description.hpp"

namespace heddle {

struct FinishedLaunch {
  std::string kernel;
  Dim3 grid, block;
  uint32_t static_shared = 0, dynamic_shared = 0;
  RunCounts counts;
};

struct ComparisonResult {
  std::string target;   // "buffer 'y'"
  std::string against;  // "y.expected.bin"
  std::string tolerance;
  uint64_t values = 0;
  uint64_t differing = 0;
  std::string first_difference;  // empty when there is none
};

struct WrittenOutput {
  std::string target, file;
  uint64_t bytes = 0;
};

class Session {
 public:
  /// Reads and checks the description; without `keeps_outputs`, its outputs are neither checked nor
  /// written. Throws InputError holding every diagnostic, IoError when the
  /// description itself cannot be read.
  Session(const std::filesystem::path& file, Device& device, bool keeps_outputs = true);

  /// Called after each launch.
  std::function<void(const FinishedLaunch&)> launched;
  /// Runs the launches in order, then writes the outputs. When a kernel fails, the outputs are
  /// written with the contents it left, and then its error is thrown.
  void run();
  std::vector<ComparisonResult> compare() const;

  const Description& description() const { return description_; }
  const std::vector<FinishedLaunch>& launches() const { return launches_; }
  const std::vector<WrittenOutput>& outputs() const { return outputs_; }
  /// Instructions of the modules that heddle does not support, one sentence each.
  std::vector<std::string> unsupported() const;

 private:
  struct Range {
    Address address = 0;
    uint64_t bytes = 0;
  };

  void prepare(Diagnostics& diagnostics);
  void load_modules(Diagnostics& diagnostics, std::string& module_errors);
  void prepare_buffer(const BufferSpec& spec, Diagnostics& diagnostics);
  void prepare_workspace(const LaunchSpec& spec, Diagnostics& diagnostics);
  void prepare_symbol(const SymbolSpec& spec, Diagnostics& diagnostics);
  bool write_contents(const Fill& fill, const ElementType& type, Range range, const Where& where,
                      Diagnostics& diagnostics);
  void check_launch_spec(const LaunchSpec& spec, Diagnostics& diagnostics);
  void check_parameter(const Kernel& kernel, size_t index, const ParameterSpec& p,
                       Diagnostics& diagnostics);
  void check_output(const OutputSpec& spec, Diagnostics& diagnostics);
  void check_compare(const CompareSpec& spec, Diagnostics& diagnostics);
  /// Writes all outputs that it can, and returns the error of the first that it cannot write.
  std::string write_outputs();
  std::optional<DeviceSymbol> find_symbol(std::string_view name, std::string& why) const;
  std::optional<Range> find_target(bool is_symbol, const std::string& name, std::string& why) const;
  Kernel kernel_of(const LaunchSpec& spec) const;
  FinishedLaunch launch(const LaunchSpec& spec);
  ComparisonResult compare(const CompareSpec& spec) const;
  std::vector<std::filesystem::path> inputs() const;
  std::filesystem::path resolve(const std::string& file) const { return folder_ / file; }

  Device& device_;
  bool keeps_outputs_;  // false: `run` writes no files
  std::filesystem::path folder_;
  Description description_;
  std::map<std::string, Module> modules_;  // by name in the description
  std::map<std::string, Range> buffers_;
  std::vector<FinishedLaunch> launches_;
  std::vector<WrittenOutput> outputs_;
};

}  // namespace heddle
