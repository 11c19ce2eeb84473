#include "cuda_tools/compile_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "cuda_tools/nvcc.hpp"
#include "cuda_tools/ptx_externals.hpp"
#include "host/file.hpp"

namespace heddle::cuda {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(CompileOptions, SortsWhatMakefilesPass) {
  const CompileOptions o = parse_compile_options({"-O3",
                                                  "-arch=sm_80",
                                                  "-std=c++14",
                                                  "-I",
                                                  "inc",
                                                  "-Iother",
                                                  "-DN=3",
                                                  "-Xcompiler",
                                                  "-Wall,-fopenmp",
                                                  "-lineinfo",
                                                  "-Xptxas",
                                                  "-v",
                                                  "a.cu",
                                                  "b.cpp",
                                                  "c.o",
                                                  "-lm",
                                                  "-lcudart",
                                                  "-L/opt/lib",
                                                  "-o",
                                                  "prog",
                                                  "--expt-relaxed-constexpr",
                                                  "-use_fast_math"});
  EXPECT_EQ(o.stage, CompileStage::Program);
  EXPECT_EQ(o.arch, 80u);
  EXPECT_EQ(o.output, "prog");
  EXPECT_TRUE(o.fast_math);
  EXPECT_THAT(o.sources, ElementsAre("a.cu", "b.cpp"));
  EXPECT_THAT(o.objects, ElementsAre("c.o", "-lm"));
  EXPECT_THAT(o.both, ElementsAre("-O3", "-std=c++14", "-Iinc", "-Iother", "-DN=3"));
  EXPECT_THAT(o.host, ElementsAre("-Wall", "-fopenmp"));
  EXPECT_THAT(o.link, ElementsAre("-L/opt/lib"));
}

TEST(CompileOptions, StagesAndSeparateCompilation) {
  EXPECT_EQ(parse_compile_options({"-c", "a.cu"}).stage, CompileStage::Object);
  EXPECT_FALSE(parse_compile_options({"-c", "a.cu"}).relocatable);
  EXPECT_TRUE(parse_compile_options({"-dc", "a.cu"}).relocatable);
  EXPECT_TRUE(parse_compile_options({"-rdc=true", "a.cu"}).relocatable);
  EXPECT_TRUE(parse_compile_options({"--relocatable-device-code", "true", "a.cu"}).relocatable);
  EXPECT_EQ(parse_compile_options({"--ptx", "a.cu"}).stage, CompileStage::Ptx);
  EXPECT_EQ(parse_compile_options({"-dlink", "a.o"}).stage, CompileStage::DeviceLink);
  EXPECT_EQ(parse_compile_options({"-lib", "a.o"}).stage, CompileStage::Archive);
  EXPECT_EQ(parse_compile_options({"-fatbin", "a.cu"}).stage, CompileStage::FatBinary);
  EXPECT_EQ(parse_compile_options({"-M", "a.cu"}).stage, CompileStage::Preprocess);
}

TEST(CompileOptions, TakesLongNamesWithOneDash) {
  const CompileOptions o = parse_compile_options(
      {"-compiler-options", "-fPIC,-O2", "-ptxas-options=-v", "-maxrregcount=32", "-fmad=false",
       "--optimize", "3", "-forward-unknown-to-host-compiler", "--pre-include", "a.h", "x.cu"});
  EXPECT_THAT(o.host, ElementsAre("-fPIC", "-O2"));
  EXPECT_THAT(o.both, ElementsAre("-ffp-contract=off", "-O3", "-include", "a.h"));
  EXPECT_THAT(o.sources, ElementsAre("x.cu"));
}

TEST(CompileOptions, AnOptionsFileStandsForItsWords) {
  const std::string file = testing::TempDir() + "options.txt";
  write_file(file, std::string_view("-DN=3\n-O2 -c\n"));
  const CompileOptions o = parse_compile_options({"-optf", file, "x.cu"});
  EXPECT_EQ(o.stage, CompileStage::Object);
  EXPECT_THAT(o.both, ElementsAre("-DN=3", "-O2"));
  EXPECT_THAT(o.sources, ElementsAre("x.cu"));
}

TEST(CompileOptions, LibrariesOfTheToolkitAreNotLookedFor) {
  const CompileOptions o =
      parse_compile_options({"a.o", "-lcudart", "-lcublas", "-lcurand", "-lnvToolsExt", "-lgomp",
                             "-lz", "-L/usr/local/cuda/lib64"});
  EXPECT_THAT(o.objects, ElementsAre("a.o", "-lz"));
  EXPECT_THAT(o.link, ElementsAre("-fopenmp", "-L/usr/local/cuda/lib64"));
}

TEST(CompileOptions, ALanguageDoesNotMakeObjectsSources) {
  const CompileOptions o = parse_compile_options({"-x", "cu", "a.cpp", "b.o", "libc.a", "-dc"});
  EXPECT_THAT(o.sources, ElementsAre("a.cpp"));
  EXPECT_THAT(o.objects, ElementsAre("b.o", "libc.a"));
}

TEST(Nvcc, OldArchsAndStandardsAreRaised) {
  std::vector<std::string> a{"nvcc",
                             "-std=c++11",
                             "-gencode",
                             "arch=compute_35,code=sm_35",
                             "-gencode=arch=compute_60,code=sm_60",
                             "-gencode",
                             "arch=compute_80,code=sm_80",
                             "x.cu"};
  raise_to_nvcc_13(a);
  EXPECT_THAT(a, ElementsAre("nvcc", "-std=c++17", "-gencode=arch=compute_75,code=sm_75",
                             "-gencode=arch=compute_80,code=sm_80", "x.cu"));
  std::vector<std::string> b{"nvcc", "-arch", "sm_60", "--std", "c++20", "-DX=sm_60"};
  raise_to_nvcc_13(b);
  EXPECT_THAT(b, ElementsAre("nvcc", "-arch=sm_75", "--std", "c++20", "-DX=sm_60"));
}

TEST(CompileOptions, TakesTheNewestArchThatItCanMake) {
  EXPECT_EQ(parse_compile_options({"a.cu"}).arch, 75u);
  EXPECT_EQ(parse_compile_options({"-arch", "sm_35"}).arch, 60u);
  EXPECT_EQ(parse_compile_options({"-arch=sm_100"}).arch, 90u);
  EXPECT_EQ(
      parse_compile_options({"-gencode", "arch=compute_70,code=sm_70", "-gencode",
                             "arch=compute_86,code=sm_86", "-gencode=arch=compute_61,code=sm_61"})
          .arch,
      86u);
}

TEST(CompileOptions, RefusesMachineCodeAndMissingValues) {
  EXPECT_THROW(parse_compile_options({"-cubin", "a.cu"}), UsageError);
  EXPECT_THROW(parse_compile_options({"a.cu", "-o"}), UsageError);
}

TEST(PtxExternals, NamesFunctionsThatNobodyDefines) {
  const std::string ptx =
      ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
      ".extern .func  (.param .b64 func_retval0) __nv_j0\n(\n.param .b64 x\n)\n;\n"
      ".extern .func _Z5otheri(.param .b32 x);\n.visible .entry k() { ret; }\n";
  EXPECT_THAT(undefined_functions(ptx), ElementsAre("__nv_j0", "_Z5otheri"));
  try {
    check_externals(ptx, "a.cu");
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("other(int)"));
    EXPECT_THAT(e.what(), HasSubstr("-rdc=true"));
  }
  EXPECT_NO_THROW(check_externals(".visible .entry k() { ret; }", "a.cu"));
}

}  // namespace
}  // namespace heddle::cuda
