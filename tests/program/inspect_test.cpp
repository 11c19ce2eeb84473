// What `heddle inspect` prints.
#include "program/inspect/inspect.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "json/json.hpp"
#include "program/inspect/summary.hpp"
#include "program/inspect/table.hpp"
#include "support.hpp"

namespace heddle::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kModule = R"(
.func helper() { ret; }
.visible .entry first(.param .u64 a)
{
  .reg .b32 %r<8>; .reg .pred %p<4>; .reg .b64 %d<4>;
  .shared .align 4 .b8 tile[128];
  .local .align 4 .b8 mine[16];
  mov.u32 %r1, %tid.x;
  ld.param.u64 %d1, [a];
LOOP:
  add.u32 %r2, %r2, 1;
  setp.lt.u32 %p1, %r2, %r1;
  @!%p1 /* a "quoted" \comment */ bra   OUT;
  bra LOOP;
OUT:
  mov.u32 %r3, tile;
  st.shared.u32 [%r3], %r2;
  ret;
}
)";

TEST(InspectText, TellsTheEssentials) {
  const auto m = module_of(kModule);
  const std::string text = inspect_text(*m);
  EXPECT_THAT(text, HasSubstr("kernel first\n"));
  EXPECT_THAT(text, HasSubstr("function helper\n"));
  EXPECT_LT(text.find("kernel first"), text.find("function helper"));
  EXPECT_THAT(text, HasSubstr("loops         1, nested 1 deep"));
  EXPECT_THAT(text, HasSubstr("8 bytes of parameters, 128 shared, 16 local"));
  EXPECT_THAT(text, HasSubstr("divergent"));
  EXPECT_THAT(text, HasSubstr("@!%p1 bra OUT\n"));
  EXPECT_THAT(text, Not(HasSubstr("comment")));
  EXPECT_THAT(text, Not(HasSubstr("warning")));
  EXPECT_THAT(text, Not(HasSubstr(" \n")));
  EXPECT_EQ(text, inspect_text(*m));
}

TEST(InspectText, ShowsWhatSharesAPlace) {
  const std::string text = inspect_text(
      *module_of(".entry k(.param .u32 n) { .reg .b32 %a, %b; .reg .pred %p; ld.param.u32 %a, [n]; "
                 "setp.eq.u32 %p, %a, 0; mov.u32 %b, %tid.x; @%p st.shared.u32 [0], %b; ret; }"));
  EXPECT_THAT(text, AllOf(HasSubstr("layout        agrees with the thread-frontier order"),
                          HasSubstr("unit 0  %a* %b\n"), HasSubstr("predicate 0  %p*\n")));
}

TEST(InspectText, OneFunctionOnly) {
  const auto m = module_of(kModule);
  EXPECT_THAT(inspect_text(*m, "helper"), Not(HasSubstr("first")));
  EXPECT_THROW(inspect_text(*m, "nobody"), UsageError);
}

TEST(InspectText, WarnsOfBadLayout) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    bra START;
JOIN: add.u32 %r1, %r1, 2;
    ret;
START: setp.lt.u32 %p1, %r1, 4;
    @%p1 bra JOIN;
    add.u32 %r1, %r1, 1;
    bra JOIN;)");
  EXPECT_THAT(inspect_text(*m), HasSubstr("warning: layout is not in frontier order: "));
  EXPECT_FALSE(inspect_json(*m)["functions"][0]["layout_agrees"].get<bool>());
}

TEST(InspectJson, HoldsTheSame) {
  const auto m = module_of(kModule);
  const Json j = inspect_json(*m);
  EXPECT_EQ(j["file"], "test.ptx");
  const auto& f = j["functions"][0];
  EXPECT_EQ(f["name"], "first");
  EXPECT_EQ(f.begin().key(), "name");
  EXPECT_EQ(f["parameter_bytes"], 8);
  EXPECT_EQ(f["shared_bytes"], 128);
  ASSERT_EQ(f["branches"].size(), 1u);
  const auto& branch = f["branches"][0];
  EXPECT_EQ(branch["text"], "@!%p1 bra OUT");
  EXPECT_FALSE(branch["uniform"].get<bool>());
  const auto& out = f["blocks"].back();
  EXPECT_EQ(branch["reconvergence_line"], out["first_line"]);
  EXPECT_EQ(branch["divergence_line"], branch["line"]);
  EXPECT_TRUE(out["post_dominator"].is_null());
  EXPECT_TRUE(out["reconvergence"].get<bool>());
  EXPECT_EQ(f["loops"][0]["depth"], 1);
  ASSERT_EQ(f["code"].size(), f["instructions"]);
  for (const char* rule : {"divergent", "convergent"}) {
    uint32_t scalars = 0;
    for (const auto& i : f["code"]) scalars += i["scalar"][rule].get<bool>();
    EXPECT_EQ(scalars, f["scalarization"][rule]["instructions"]) << rule;
  }
  EXPECT_EQ(f["code"][branch["pc"].get<size_t>()]["line"], branch["line"]);
  EXPECT_TRUE(f["blocks"][0]["dominator"].is_null());
  EXPECT_EQ(f["blocks"][1]["dominator"], 0);
  ASSERT_EQ(f["live_in"].size(), f["blocks"].size());
  EXPECT_EQ(f["live_in"][0], Json::array({"%r2"}));  // read before it is written
  EXPECT_EQ(f["live_in"][1], Json::array({"%r1", "%r2"}));
  uint32_t units = 0, predicates = 0;  // that the last ones begin at
  for (const auto& r : f["allocation"]) {
    units = std::max(units, r.value("unit", 0u));
    predicates = std::max(predicates, r.value("predicate", 0u));
    EXPECT_EQ(r["uniform"].get<bool>(), r["register"] == "%r3" || r["register"] == "%d1") << r;
  }
  EXPECT_LT(units, f["registers"]["units"].get<uint32_t>());
  EXPECT_EQ(predicates + 1, f["registers"]["predicates"].get<uint32_t>());
  EXPECT_EQ(parse_json(compact(j)), j);
}

/// Counts what a Graphviz parser would see: quotes closed, braces balanced outside them.
bool well_formed(std::string_view dot) {
  int braces = 0;
  bool quoted = false;
  for (size_t i = 0; i < dot.size(); i++) {
    if (quoted && dot[i] == '\\')
      i++;
    else if (dot[i] == '"')
      quoted = !quoted;
    else if (!quoted)
      braces += dot[i] == '{' ? 1 : dot[i] == '}' ? -1 : 0;
    else if (static_cast<unsigned char>(dot[i]) < 0x20)
      return false;
    if (braces < 0) return false;
  }
  return braces == 0 && !quoted;
}

TEST(InspectDot, MarksReconvergenceAndLoops) {
  const auto m = module_of(kModule);
  const std::string dot = inspect_dot(*m);
  EXPECT_TRUE(well_formed(dot));
  EXPECT_THAT(dot, HasSubstr("shape=doubleoctagon"));
  EXPECT_THAT(dot, HasSubstr("style=dashed"));
  EXPECT_THAT(dot, HasSubstr("style=dotted"));
  EXPECT_THAT(dot, HasSubstr("penwidth=2.5"));
  EXPECT_THAT(dot, HasSubstr("add.u32 %r2, %r2, 1\\l"));
}

TEST(InspectDot, AnyTextIsEscaped) {
  const auto source = std::make_shared<const Source>(
      "odd \"name\" \\ {.ptx",
      ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k() { ret; }\n");
  const std::string dot = inspect_dot(*load_module(source));
  EXPECT_TRUE(well_formed(dot));
  EXPECT_THAT(dot, HasSubstr("digraph \"odd \\\"name\\\" \\\\ {.ptx\" {"));
}

TEST(InspectDot, LongBlocksAreCut) {
  std::string body;
  for (int k = 0; k < 100; k++) body += "add.u32 %r1, %r1, 1;\n";
  const auto m = kernel_of(body + "ret;");
  const std::string dot = inspect_dot(*m);
  EXPECT_THAT(dot, HasSubstr("... 89 more\\lret\\l"));
}

TEST(Table, AlignsColumns) {
  Table table({{"name"}, {"n", Table::Align::Right}, {"last"}});
  table.add({"a", "10", "x"});
  table.add({"longer", "7", ""});
  EXPECT_EQ(table.print(),
            "  name     n  last\n"
            "  a       10  x\n"
            "  longer   7\n");
  EXPECT_EQ(Table({{"empty"}}).print(), "");
}

}  // namespace
}  // namespace heddle::testing
