// src/cudart/functions.list against what exists: the library's functions, the documentation's
// table.
#include <dlfcn.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cudart/function_names.hpp"
#include "host/file.hpp"

namespace heddle::cudart {
namespace {

struct Listed {
  std::string name, libraries, function;
};

std::vector<Listed> listed() {
  std::istringstream lines(read_file(HEDDLE_ROOT "/src/cudart/functions.list"));
  std::vector<Listed> out;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    Listed one;
    fields >> one.name >> one.libraries >> one.function;
    out.push_back(one);
  }
  return out;
}

bool is_form_of_stream(const std::string& name) {
  return name.ends_with("_ptsz") || name.ends_with("_ptds");
}

/// Names that a text uses as functions, without its comments.
std::set<std::string> called_in(const std::string& text) {
  std::set<std::string> out;
  std::istringstream lines(text);
  static const std::regex kCall(R"(\b(cu[A-Za-z0-9_]+)\s*\()");
  for (std::string line; std::getline(lines, line);) {
    line.resize(std::min(line.find("//"), line.size()));
    for (std::sregex_iterator it(line.begin(), line.end(), kCall), end; it != end; ++it)
      out.insert((*it)[1]);
  }
  return out;
}

/// Functions that the programs of tests/cuda/programs call, by the names that heddle's headers give
/// them (cuMemAlloc is cuMemAlloc_v2).
std::set<std::string> called_by_programs() {
  std::map<std::string, std::string> names;
  for (const char* header : {"cuda.h", "cuda_runtime_api.h"}) {
    std::istringstream lines(read_file(std::string(HEDDLE_ROOT "/cuda/include/") + header));
    for (std::string line, define, from, to; std::getline(lines, line);)
      if (std::istringstream(line) >> define >> from >> to && define == "#define") names[from] = to;
  }
  std::set<std::string> out;
  for (const auto& file : std::filesystem::directory_iterator(HEDDLE_ROOT "/tests/cuda/programs")) {
    const std::string text = read_file(file.path());
    for (const std::string& name : called_in(text)) {
      out.insert(names.contains(name) ? names[name] : name);
      if (text.find("#undef " + name) != std::string::npos) out.insert(name);
    }
  }
  return out;
}

/// For the table: what is called by a program, under which name.
std::string state_of(const Listed& f, const std::set<std::string>& called) {
  // They do what CUDA promises, which for heddle's machines is nothing.
  static const std::set<std::string> kNoEffect = {"cudaCtxResetPersistingL2Cache",
                                                  "cudaDeviceSetCacheConfig",
                                                  "cudaDeviceSetSharedMemConfig",
                                                  "cudaFuncSetCacheConfig",
                                                  "cudaFuncSetSharedMemConfig",
                                                  "cudaMemAdvise",
                                                  "cudaMemPoolSetAttribute",
                                                  "cudaMemPoolTrimTo",
                                                  "cudaMemPrefetchAsync",
                                                  "cudaProfilerStart",
                                                  "cudaProfilerStop",
                                                  "cudaSetDeviceFlags",
                                                  "cudaStreamAttachMemAsync",
                                                  "cudaStreamCopyAttributes",
                                                  "cudaStreamSetAttribute",
                                                  "cudaThreadExchangeStreamCaptureMode",
                                                  "cuCtxSetCacheConfig",
                                                  "cuDevicePrimaryCtxSetFlags",
                                                  "cuFuncSetCacheConfig",
                                                  "cuFuncSetSharedMemConfig",
                                                  "cuProfilerStart",
                                                  "cuProfilerStop"};
  if (f.function == "-") return "not supported";
  if (f.name.starts_with("__")) return "works: compiled programs call it";
  if (kNoEffect.contains(f.function)) return "accepted, no effect";
  return called.contains(f.name) ? "works" : fmt::format("works, as `{}`", f.function);
}

std::string table() {
  const std::set<std::string> called = called_by_programs();
  std::string out =
      "# Functions of the CUDA libraries\n\n"
      "Made from `src/cudart/functions.list` by a test (`HEDDLE_WRITE_DOCS=1 "
      "build/release/tests/cudart_tests` rewrites it). A function without\nsupport returns "
      "`cudaErrorNotSupported` and names itself once on standard error. The forms for per-thread "
      "default streams (`_ptsz`, `_ptds`)\nof a supported function are supported as well. "
      "\"works\": a "
      "program of `tests/cuda/programs` calls the function, and a test checks that;\n\"works, as "
      "...\": another name of a function that a program calls.\n\n";
  std::string works, missing;
  size_t supported = 0, all = 0;
  for (const Listed& f : listed()) {
    if (is_form_of_stream(f.name) || f.name.starts_with("__heddle")) continue;
    std::string libraries;
    if (f.libraries.find("12") != std::string::npos) libraries = "libcudart.so.12";
    if (f.libraries.find("13") != std::string::npos)
      libraries += (libraries.empty() ? "" : ", ") + std::string("libcudart.so.13");
    if (f.libraries == "driver") libraries = "libcuda.so.1";
    all++;
    supported += f.function != "-";
    (f.function != "-" ? works : missing) +=
        fmt::format("| `{}` | {} | {} |\n", f.name, libraries, state_of(f, called));
  }
  out += fmt::format("{} of {} functions work.\n\n", supported, all);
  const std::string head = "| function | library | state |\n| --- | --- | --- |\n";
  return out + head + works + missing;
}

TEST(Functions, DocumentationHasTheirState) {
  const std::string file = HEDDLE_ROOT "/docs/cuda_functions.md";
  if (std::getenv("HEDDLE_WRITE_DOCS")) write_file(file, table());
  EXPECT_EQ(read_file(file), table()) << "run with HEDDLE_WRITE_DOCS=1";
}

TEST(Functions, AProgramCallsEachThatWorks) {
  const std::set<std::string> called = called_by_programs();
  std::map<std::string, std::vector<std::string>> names;
  for (const Listed& f : listed()) names[f.function].push_back(f.name);
  for (const auto& [function, forms] : names) {
    if (function == "-" || function.starts_with("__")) continue;
    EXPECT_TRUE(std::ranges::any_of(forms, [&](const auto& name) { return called.contains(name); }))
        << function << ": call it in a program of tests/cuda/programs";
  }
}

TEST(Functions, EachLibraryHasAFunctionOnce) {
  std::map<std::string, std::set<std::string>> seen;
  for (const Listed& f : listed()) {
    std::istringstream libraries(f.libraries);
    for (std::string one; std::getline(libraries, one, ',');) {
      EXPECT_TRUE(one == "12" || one == "13" || one == "driver") << f.name;
      EXPECT_TRUE(seen[one].insert(f.name).second) << f.name << " of " << one;
    }
  }
}

TEST(Functions, FormsOfAFunctionDoTheSame) {
  std::map<std::string, std::string> functions;
  for (const Listed& f : listed()) functions[f.name] = f.function;
  for (const auto& [name, function] : functions)
    if (is_form_of_stream(name)) {
      const std::string plain = name.substr(0, name.size() - 5);
      ASSERT_TRUE(functions.contains(plain)) << name;
      EXPECT_EQ(functions[plain], function) << name;
    }
}

TEST(Functions, UnsupportedOnesAreNumberedInOrder) {
  size_t number = 0;
  for (const Listed& f : listed())
    if (f.function == "-") EXPECT_EQ(unsupported_functions()[number++], f.name);
  EXPECT_EQ(unsupported_functions().size(), number);
}

}  // namespace
}  // namespace heddle::cudart
