#include "cuda_tools/compile_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "base/error.hpp"
#include "cuda_tools/nvcc_options.hpp"
#include "host/file.hpp"

namespace heddle::cuda {

namespace {

constexpr uint32_t kOldest = 60, kNewest = 90;  // what clang 19 and heddle have in common

/// Long names of options that clang knows by short ones.
std::string_view short_name(std::string_view name) {
  if (name == "--include-path") return "-I";
  if (name == "--system-include") return "-isystem";
  if (name == "--pre-include") return "-include";
  if (name == "--define-macro") return "-D";
  if (name == "--undefine-macro") return "-U";
  if (name == "--optimize") return "-O";
  if (name == "--library-path") return "-L";
  if (name == "--library") return "-l";
  return name;
}

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  CompileOptions run() {
    for (at_ = 0; at_ < arguments_.size(); at_++) {
      const std::string argument = arguments_[at_];
      if (argument == "--nvcc")
        out_.use_nvcc = true;
      else
        out_.arguments.push_back(argument);
      if (argument != "--nvcc") one(argument);
    }
    if (arch_ > 0) out_.arch = std::clamp(arch_, kOldest, kNewest);
    return std::move(out_);
  }

 private:
  void one(const std::string& argument) {
    if (flag(argument)) return;
    for (const NvccOption& known : nvcc_options())  // -lineinfo before -l
      if (argument == known.name && takes(known, argument)) return;
    for (const NvccOption& known : nvcc_options())
      if (takes(known, argument)) return;
    if (argument.size() > 1 && argument[0] == '-')
      other_option(argument);
    else
      file(argument);
  }

  bool flag(std::string_view a) {
    if (a == "-c" || a == "--compile") return out_.stage = CompileStage::Object, true;
    if (a == "-dc" || a == "--device-c") {
      out_.relocatable = true;
      return out_.stage = CompileStage::Object, true;
    }
    if (a == "-ptx" || a == "--ptx") return out_.stage = CompileStage::Ptx, true;
    if (a == "-E" || a == "--preprocess") return out_.stage = CompileStage::Preprocess, true;
    if (a == "-dlink" || a == "--device-link") return out_.stage = CompileStage::DeviceLink, true;
    if (a == "-fatbin" || a == "--fatbin") return out_.stage = CompileStage::FatBinary, true;
    if (a == "-lib" || a == "--lib") return out_.stage = CompileStage::Archive, true;
    if (a == "-M" || a == "-MM" || a == "--generate-dependencies" ||
        a == "--generate-nonsystem-dependencies") {
      out_.host.emplace_back(a == "-M" || a == "--generate-dependencies" ? "-M" : "-MM");
      return out_.stage = CompileStage::Preprocess, true;
    }
    if (a == "--generate-dependencies-with-compile") return out_.host.emplace_back("-MD"), true;
    if (a == "--generate-nonsystem-dependencies-with-compile")
      return out_.host.emplace_back("-MMD"), true;
    if (a == "-shared" || a == "--shared") return out_.shared = true;
    if (a == "-use_fast_math" || a == "--use_fast_math") return out_.fast_math = true;
    if (a == "--version" || a == "-V") return out_.version = true;
    if (a == "--debug") return out_.both.emplace_back("-g"), true;
    if (a == "--profile") return out_.host.emplace_back("-pg"), true;
    if (a == "--disable-warnings") return out_.both.emplace_back("-w"), true;
    if (a == "-v" || a == "--verbose") return out_.verbose = true;
    if (a == "--dryrun" || a == "-dryrun") return out_.verbose = out_.dry_run = true;
    return false;
  }

  std::string_view with_two_dashes(const std::string& argument) {
    if (argument.size() < 5) return argument;
    return dashed_ = "-" + argument;
  }

  /// Whether the argument is this option; handles it.
  bool takes(const NvccOption& known, const std::string& argument) {
    std::string_view a = argument;
    // nvcc takes its long names with one dash, too.
    if (known.name.starts_with("--") && !a.starts_with("--")) a = with_two_dashes(argument);
    if (known.value == OptionValue::None) {
      if (a != known.name) return false;
      apply(known, {});
      return true;
    }
    if (a == known.name) {
      if (at_ + 1 >= arguments_.size())
        throw UsageError(fmt::format("cc: option '{}' needs a value", argument));
      out_.arguments.push_back(arguments_[++at_]);
      apply(known, arguments_[at_]);
      return true;
    }
    if (!a.starts_with(known.name)) return false;
    const std::string_view rest = a.substr(known.name.size());
    if (rest.starts_with('=')) {
      apply(known, rest.substr(1));
      return true;
    }
    if (known.value != OptionValue::Joined || known.name.starts_with("--")) return false;
    apply(known, rest);
    return true;
  }

  void apply(const NvccOption& known, std::string_view value) {
    switch (known.meaning) {
      case OptionMeaning::Drop: break;
      case OptionMeaning::Both: both(short_name(known.name), value); break;
      case OptionMeaning::Host:
        if (known.name.starts_with("-M")) out_.host.emplace_back(known.name);
        split(value, out_.host);
        break;
      case OptionMeaning::Linker: out_.link.push_back(fmt::format("-Wl,{}", value)); break;
      case OptionMeaning::Link: library(short_name(known.name), value); break;
      case OptionMeaning::Arch: arch(value); break;
      case OptionMeaning::Generate: generate(value); break;
      case OptionMeaning::Output: out_.output = value; break;
      case OptionMeaning::Language: out_.language = value; break;
      case OptionMeaning::Relocatable: out_.relocatable = value == "true"; break;
      case OptionMeaning::DependencyFile: append(out_.host, {"-MF", std::string(value)}); break;
      case OptionMeaning::DependencyTarget: append(out_.host, {"-MT", std::string(value)}); break;
      case OptionMeaning::OptionsFile: options_file(std::string(value)); break;
      case OptionMeaning::Folder: out_.folder = value; break;
      case OptionMeaning::Refuse:
        throw UsageError(
            fmt::format("cc: {} makes machine code for NVIDIA GPUs, which heddle "
                        "cannot; -ptx makes PTX",
                        known.name));
    }
  }

  void both(std::string_view name, std::string_view value) {
    if (name == "-std" || name == "--std") {
      out_.both.push_back(fmt::format("-std={}", value));
    } else if (name == "-fmad" || name == "--fmad") {
      out_.both.push_back(fmt::format("-ffp-contract={}", value == "false" ? "off" : "fast"));
    } else if (name == "-include" || name == "-isystem") {
      out_.both.emplace_back(name);
      out_.both.emplace_back(value);
    } else {
      out_.both.push_back(fmt::format("{}{}", name, value));
    }
  }

  void library(std::string_view name, std::string_view value) {
    // heddle's own library has these. Of the others, Makefiles name more than programs use; the
    // linker names what is missing.
    if (name == "-l" && is_nvidia_library(value)) return;
    // clang's OpenMP has a library of its own, which the linker driver finds by this option.
    if (name == "-l" && (value == "gomp" || value == "iomp5" || value == "omp")) {
      out_.link.emplace_back("-fopenmp");
      return;
    }
    if (name == "-l" && value == "cuda") value = ":libcuda.so.1";
    auto& to = name == "-l" ? out_.objects : out_.link;
    to.push_back(fmt::format("{}{}", name, value));
  }

  /// "sm_75", "compute_75", "native", "all-major".
  void arch(std::string_view value) {
    const size_t underscore = value.find('_');
    if (underscore == value.npos) return;
    uint32_t number = 0;
    std::from_chars(value.data() + underscore + 1, value.data() + value.size(), number);
    if (number > 0 && (arch_ == 0 || (number > arch_ && number <= kNewest) || arch_ > kNewest))
      arch_ = number;
  }

  /// "arch=compute_75,code=sm_75".
  void generate(std::string_view value) {
    const size_t found = value.find("arch=");
    if (found == value.npos) return;
    value.remove_prefix(found + 5);
    arch(value.substr(0, value.find(',')));
  }

  static void append(std::vector<std::string>& to, std::initializer_list<std::string> more) {
    to.insert(to.end(), more);
  }

  /// Its words stand where the option stood.
  void options_file(const std::string& file) {
    std::istringstream words(read_file(file));
    std::vector<std::string> more;
    for (std::string word; words >> word;) more.push_back(std::move(word));
    arguments_.insert(arguments_.begin() + static_cast<ptrdiff_t>(at_) + 1, more.begin(),
                      more.end());
  }

  static void split(std::string_view list, std::vector<std::string>& out) {
    if (list.starts_with('"') && list.ends_with('"') && list.size() > 1)
      list = list.substr(1, list.size() - 2);
    while (!list.empty()) {
      const size_t end = std::min(list.find(','), list.find(' '));
      if (end > 0) out.emplace_back(list.substr(0, end));
      if (end == list.npos) break;
      list.remove_prefix(end + 1);
    }
  }

  void other_option(const std::string& argument) {
    static constexpr std::string_view kHost[] = {"-f", "-M", "-pthread", "-pg", "-march", "-mtune"};
    if (argument.starts_with("-Wl,")) {
      out_.link.push_back(argument);
    } else if (std::ranges::any_of(kHost, [&](auto p) { return argument.starts_with(p); })) {
      out_.host.push_back(argument);
    } else {
      out_.both.push_back(argument);
    }
  }

  void file(const std::string& name) {
    static constexpr std::string_view kSources[] = {".cu", ".cpp", ".cc", ".cxx",
                                                    ".c",  ".C",   ".c++"};
    static constexpr std::string_view kObjects[] = {".o", ".a", ".so", ".obj", ".lib"};
    const std::string ending = std::filesystem::path(name).extension().string();
    const bool is_object =
        std::ranges::find(kObjects, ending) != std::end(kObjects) || name.find(".so.") != name.npos;
    const bool is_source = (!out_.language.empty() && !is_object) ||
                           std::ranges::find(kSources, ending) != std::end(kSources);
    (is_source ? out_.sources : out_.objects).push_back(name);
  }

  std::vector<std::string> arguments_;
  std::string dashed_;
  size_t at_ = 0;
  uint32_t arch_ = 0;
  CompileOptions out_;
};

}  // namespace

CompileOptions parse_compile_options(const std::vector<std::string>& arguments) {
  return Parser(arguments).run();
}

}  // namespace heddle::cuda
