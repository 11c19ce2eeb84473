// Finds all mistakes before the first launch, and lists them together.
#include <fmt/format.h>

#include <cmath>

#include "base/demangle.hpp"
#include "host/file.hpp"
#include "host/output_plan.hpp"
#include "launch/data_file.hpp"
#include "launch/session.hpp"

namespace heddle {

namespace {

constexpr uint64_t kPiece = 1 << 16;  // elements filled at once

void add_error(Diagnostics& diagnostics, const Where& at, std::string message) {
  diagnostics.error(at.offset, at.length, std::move(message));
}

std::string names_of(const Kernel& kernel) {
  std::string text;
  for (const ParameterInfo& p : kernel.parameters())
    text += fmt::format("{}{}: {} bytes", text.empty() ? "" : ", ", p.name, p.size);
  return text;
}

/// Bytes of `count` elements; nothing when that overflows.
std::optional<uint64_t> byte_count(uint64_t count, const ElementType& type) {
  if (count > ~uint64_t{0} / type.bytes) return std::nullopt;
  return count * type.bytes;
}

/// Floats that leave the type's range, for example an f16 iota past 65504.
bool fits(const Fill& fill, const ElementType& type, uint64_t count) {
  if (fill.kind != Fill::Kind::Iota || !type.is_float() || count == 0) return true;
  double last = fill.float_start + fill.float_step * static_cast<double>(count - 1);
  return encode_float(type, fill.float_start) && std::isfinite(last) && encode_float(type, last);
}

std::optional<uint64_t> size_of_file(const std::filesystem::path& path, const Where& where,
                                     Diagnostics& diagnostics) {
  try {
    return data_size(path);
  } catch (const IoError& e) {
    add_error(diagnostics, where, e.what());
    return std::nullopt;
  }
}

}  // namespace

Session::Session(const std::filesystem::path& file, Device& device, bool keeps_outputs)
    : device_(device), keeps_outputs_(keeps_outputs), folder_(file.parent_path()) {
  auto source = std::make_shared<Source>(file.string(), read_file(file, kLargestDescription));
  Diagnostics diagnostics(source);
  description_ = parse_description(diagnostics);
  if (!diagnostics.has_errors()) prepare(diagnostics);
  if (diagnostics.has_errors()) throw InputError(diagnostics.render_all());
}

void Session::prepare(Diagnostics& diagnostics) {
  std::string module_errors;
  load_modules(diagnostics, module_errors);
  for (const BufferSpec& spec : description_.buffers) prepare_buffer(spec, diagnostics);
  for (const SymbolSpec& spec : description_.symbols) prepare_symbol(spec, diagnostics);
  for (const LaunchSpec& spec : description_.launches) prepare_workspace(spec, diagnostics);
  for (const LaunchSpec& spec : description_.launches) check_launch_spec(spec, diagnostics);
  for (const OutputSpec& spec : description_.outputs) check_output(spec, diagnostics);
  for (const CompareSpec& spec : description_.compares) check_compare(spec, diagnostics);
  if (!module_errors.empty()) throw InputError(diagnostics.render_all() + module_errors);
}

void Session::load_modules(Diagnostics& diagnostics, std::string& module_errors) {
  std::map<std::string, Address> places;
  for (const SymbolSpec& spec : description_.symbols)
    if (spec.address) places[spec.name] = *spec.address;
  device_.place_symbols(places);
  std::map<std::string, bool> tried;
  for (const LaunchSpec& spec : description_.launches) {
    if (!tried.emplace(spec.ptx, true).second) continue;
    try {
      std::vector<std::filesystem::path> files;
      for (const std::string& file : spec.ptx_files) files.push_back(resolve(file));
      modules_.emplace(spec.ptx, device_.load_linked_files(files));
    } catch (const InputError& e) {
      module_errors += e.what();
    } catch (const InterruptedError&) {
      throw;
    } catch (const Error& e) {
      add_error(diagnostics, spec.ptx_where, e.what());
    }
  }
}

void Session::prepare_buffer(const BufferSpec& spec, Diagnostics& diagnostics) {
  std::optional<uint64_t> bytes;
  if (spec.count) bytes = byte_count(*spec.count, *spec.type);
  if (spec.fill.kind == Fill::Kind::File) {
    auto size = size_of_file(resolve(spec.fill.file), spec.fill_where, diagnostics);
    if (!size) return;
    if (spec.count && size != bytes) {
      add_error(diagnostics, spec.fill_where,
                fmt::format("'{}' has {} bytes, but {} elements of type {} have {}", spec.fill.file,
                            *size, *spec.count, spec.type->name, bytes.value_or(~uint64_t{0})));
      return;
    }
    if (*size == 0 || *size % spec.type->bytes != 0) {
      add_error(diagnostics, spec.fill_where,
                fmt::format("'{}' has {} bytes, which is not a whole number of {} elements",
                            spec.fill.file, *size, spec.type->name));
      return;
    }
    bytes = size;
  }
  if (!bytes) {
    add_error(diagnostics, spec.where, fmt::format("buffer '{}' is too large", spec.name));
    return;
  }
  try {
    Range range{spec.address ? device_.allocate_at(*spec.address, *bytes, spec.name)
                             : device_.allocate(*bytes, spec.name),
                *bytes};
    buffers_[spec.name] = range;
    write_contents(spec.fill, *spec.type, range, spec.fill_where, diagnostics);
  } catch (const UsageError& e) {
    add_error(diagnostics, spec.where, fmt::format("buffer '{}': {}", spec.name, e.what()));
  }
}

void Session::prepare_workspace(const LaunchSpec& spec, Diagnostics& diagnostics) {
  if (!spec.workspace || device_.memory().find(*spec.workspace, kWorkspaceBytes)) return;
  try {
    device_.allocate_at(*spec.workspace, kWorkspaceBytes, "workspace");
  } catch (const UsageError& e) {
    add_error(diagnostics, spec.where, fmt::format("workspace: {}", e.what()));
  }
}

void Session::prepare_symbol(const SymbolSpec& spec, Diagnostics& diagnostics) {
  std::string why;
  auto symbol = find_symbol(spec.name, why);
  if (!symbol) {
    if (!why.empty()) add_error(diagnostics, spec.where, why);
    return;
  }
  uint64_t bytes = symbol->size / spec.type->bytes * spec.type->bytes;
  if (spec.count) bytes = byte_count(*spec.count, *spec.type).value_or(~uint64_t{0});
  if (spec.fill.kind == Fill::Kind::File) {
    auto size = size_of_file(resolve(spec.fill.file), spec.fill_where, diagnostics);
    if (!size) return;
    bytes = *size;
  }
  if (bytes > symbol->size) {
    add_error(
        diagnostics, spec.fill_where,
        fmt::format("symbol '{}' has {} bytes, this gives {}", spec.name, symbol->size, bytes));
    return;
  }
  write_contents(spec.fill, *spec.type, {symbol->address, bytes}, spec.fill_where, diagnostics);
}

bool Session::write_contents(const Fill& fill, const ElementType& type, Range range,
                             const Where& where, Diagnostics& diagnostics) {
  if (fill.kind == Fill::Kind::Values) {
    device_.copy_to_device(range.address, fill.values);
  } else if (fill.kind == Fill::Kind::File) {
    try {
      std::string bytes = read_data(resolve(fill.file), range.bytes);
      device_.copy_to_device(range.address, std::as_bytes(std::span(bytes)));
    } catch (const IoError& e) {
      add_error(diagnostics, where, e.what());
      return false;
    }
  } else if (fill.kind != Fill::Kind::Zeros) {
    uint64_t count = range.bytes / type.bytes;
    if (!fits(fill, type, count)) {
      add_error(diagnostics, where,
                fmt::format("the last values do not fit a {}: {}", type.name, range_text(type)));
      return false;
    }
    Random random(fill.seed);
    std::vector<std::byte> piece(std::min(count, kPiece) * type.bytes);
    for (uint64_t first = 0; first < count; first += kPiece) {
      uint64_t n = std::min(kPiece, count - first);
      fill_elements(fill, type, first, n, random, piece.data());
      device_.copy_to_device(range.address + first * type.bytes,
                             std::span(piece).first(n * type.bytes));
    }
  }
  return true;
}

void Session::check_launch_spec(const LaunchSpec& spec, Diagnostics& diagnostics) {
  if (!modules_.contains(spec.ptx)) return;  // has its own error
  try {
    Kernel kernel = kernel_of(spec);
    const Function& function = *modules_.at(spec.ptx).program()->find_function(kernel.name());
    const size_t wanted = kernel.parameters().size();
    if (spec.parameters.size() != wanted)
      add_error(diagnostics, spec.where,
                fmt::format("kernel '{}' has {} parameter{} ({}), the launch gives {}",
                            demangled(kernel.name()), wanted, wanted == 1 ? "" : "s",
                            names_of(kernel), spec.parameters.size()));
    else
      for (size_t i = 0; i < wanted; i++)
        check_parameter(kernel, i, spec.parameters[i], diagnostics);
    LaunchConfig config{spec.grid, spec.block, spec.shared};
    if (spec.shared > 0) kernel.allow_dynamic_shared(spec.shared);
    kernel.link();  // throws for unsupported instructions
    check_launch(function, kernel.static_shared_bytes(), config, spec.shared);
  } catch (const LaunchError& e) {
    add_error(diagnostics, spec.where_of(e.what_of), e.what());
  } catch (const UsageError& e) {
    add_error(diagnostics, spec.entry_where, e.what());
  }
}

void Session::check_parameter(const Kernel& kernel, size_t index, const ParameterSpec& p,
                              Diagnostics& diagnostics) {
  const ParameterInfo& info = kernel.parameters()[index];
  bool address = p.kind != ParameterSpec::Kind::Bytes;
  uint64_t size = address ? sizeof(Address) : p.bytes.size();
  if (size != info.size)
    add_error(
        diagnostics, p.where,
        fmt::format("parameter {} ('{}') of kernel '{}' has {} bytes, this is {}", index, info.name,
                    kernel.name(), info.size, address ? "an address (8 bytes)" : p.what));
  if (!address) return;
  std::string why;
  auto range = find_target(p.kind == ParameterSpec::Kind::Symbol, p.target, why);
  if (!range) {
    if (!why.empty()) add_error(diagnostics, p.where, why);
  } else if (p.offset > range->bytes) {
    add_error(diagnostics, p.where,
              fmt::format("offset {} is past the end of '{}', which has {} bytes", p.offset,
                          p.target, range->bytes));
  }
}

void Session::check_output(const OutputSpec& spec, Diagnostics& diagnostics) {
  std::string why;
  if (!find_target(spec.target.is_symbol, spec.target.name, why) && !why.empty())
    add_error(diagnostics, spec.target.where, why);
  if (!keeps_outputs_) return;
  const std::filesystem::path file = resolve(spec.file);
  try {
    check_writable(file, spec.file);
  } catch (const IoError& e) {
    add_error(diagnostics, spec.file_where, e.what());
    return;
  }
  for (const OutputSpec& other : description_.outputs) {
    if (&other == &spec) break;
    if (!is_same_output(resolve(other.file), file)) continue;
    add_error(diagnostics, spec.file_where, fmt::format("'{}' is written twice", spec.file));
    break;
  }
  for (const std::filesystem::path& input : inputs())
    if (is_same_output(input, file)) {
      add_error(diagnostics, spec.file_where,
                fmt::format("'{}' is also an input, '{}': write another file", spec.file,
                            input.string()));
      break;
    }
}

std::vector<std::filesystem::path> Session::inputs() const {
  std::vector<std::filesystem::path> files{std::filesystem::path(description_.source->name())};
  for (const std::filesystem::path& file : named_inputs(description_))
    files.push_back(folder_ / file);
  return files;
}

void Session::check_compare(const CompareSpec& spec, Diagnostics& diagnostics) {
  std::string why;
  auto range = find_target(spec.target.is_symbol, spec.target.name, why);
  if (!range) {
    if (!why.empty()) add_error(diagnostics, spec.target.where, why);
    return;
  }
  uint64_t given = spec.values.size();
  if (!spec.file.empty()) {
    auto size = size_of_file(resolve(spec.file), spec.where, diagnostics);
    if (!size) return;
    given = *size;
  }
  if (given != range->bytes)
    add_error(diagnostics, spec.where,
              fmt::format("'{}' has {} bytes, it is compared with {}", spec.target.name,
                          range->bytes, given));
  else if (spec.type && given % spec.type->bytes != 0)
    add_error(
        diagnostics, spec.where,
        fmt::format("{} bytes are not a whole number of {} elements", given, spec.type->name));
}

}  // namespace heddle
