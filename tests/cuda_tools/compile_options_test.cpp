#include "cuda_tools/compile_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "cuda_tools/nvcc.hpp"
#include "cuda_tools/ptx_externals.hpp"

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
