// The files that a description reads and writes, found without reading those files.
#include "base/error.hpp"
#include "host/file.hpp"
#include "launch/description.hpp"

namespace heddle {

std::vector<std::filesystem::path> named_inputs(const Description& description) {
  std::vector<std::filesystem::path> files;
  auto add = [&](const std::string& name) {
    if (!name.empty()) files.emplace_back(name);
  };
  for (const LaunchSpec& launch : description.launches)
    for (const std::string& file : launch.ptx_files) add(file);
  for (const BufferSpec& buffer : description.buffers) add(buffer.fill.file);
  for (const SymbolSpec& symbol : description.symbols) add(symbol.fill.file);
  for (const CompareSpec& compare : description.compares) add(compare.file);
  return files;
}

DescriptionFiles description_files(const std::filesystem::path& file) {
  DescriptionFiles files;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return files;  // a pipe can be read once
  Description description;
  try {
    Diagnostics diagnostics(
        std::make_shared<Source>(file.string(), read_file(file, kLargestDescription)));
    description = parse_description(diagnostics);
  } catch (const IoError&) {
    return files;
  }
  const std::filesystem::path folder = file.parent_path();
  for (const std::filesystem::path& name : named_inputs(description))
    files.inputs.push_back(folder / name);
  for (const OutputSpec& output : description.outputs)
    files.outputs.push_back(folder / output.file);
  return files;
}

}  // namespace heddle
