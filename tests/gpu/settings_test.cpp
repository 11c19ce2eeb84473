// Machines with random legal settings, each at the ends of its range: every launch ends, with the
// right results. What is slow is not stuck.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "config/archs.hpp"
#include "config/load.hpp"
#include "config/schema.hpp"
#include "config/validate.hpp"
#include "effort.hpp"
#include "timed_kernel.hpp"

namespace heddle {
namespace {

using test::TimedKernel;

constexpr uint32_t kThreads = 96, kBlocks = 5, kWords = kThreads * kBlocks + 1;

/// Loads and stores of all spaces, atomics, divergence, barriers and threads that end early.
constexpr const char* kBusy = R"(ld.param.u64 %rd1, [pout];
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mad.lo.u32 %r3, %r2, 96, %r1;
mul.wide.u32 %rd2, %r3, 4;
add.u64 %rd3, %rd1, %rd2;
red.global.add.u32 [%rd1+1920], 1;
mov.u64 %rd4, tile;
mul.wide.u32 %rd5, %r1, 4;
add.u64 %rd6, %rd4, %rd5;
st.shared.u32 [%rd6], %r3;
bar.sync 0;
xor.b32 %r4, %r1, 1;
mul.wide.u32 %rd7, %r4, 4;
add.u64 %rd8, %rd4, %rd7;
ld.shared.u32 %r5, [%rd8];
and.b32 %r6, %r1, 7;
LOOP: setp.eq.u32 %p1, %r6, 0;
@%p1 bra OUT;
sub.u32 %r6, %r6, 1;
ld.global.u32 %r7, [%rd3];
add.u32 %r7, %r7, %r5;
st.global.u32 [%rd3], %r7;
bra LOOP;
OUT: setp.gt.u32 %p2, %r1, 70;
@%p2 exit;
cvt.rn.f32.u32 %f1, %r5;
sqrt.approx.f32 %f2, %f1;
cvt.rzi.u32.f32 %r8, %f2;
shfl.sync.bfly.b32 %r9, %r8, 4, 31, -1;
bar.sync 0;
ld.global.u32 %r7, [%rd3];
add.u32 %r7, %r7, %r8;
st.global.u32 [%rd3], %r7;
)";

TimedKernel busy_kernel() {
  return TimedKernel(std::make_shared<Source>(
                         "timed.ptx", std::string(".version 7.8\n.target sm_80\n.address_size 64\n"
                                                  ".visible .entry main(.param .u64 pout)\n{\n"
                                                  ".reg .b32 %r<64>; .reg .b64 %rd<64>; "
                                                  ".reg .pred %p<16>; .reg .f32 %f<16>;\n"
                                                  ".shared .align 4 .b8 tile[384];\n") +
                                          kBusy + "ret;\n}\n"),
                     4 * kWords);
}

/// Keys that make results meaningless, or the host slow, at their ends.
bool may_change(const ConfigKey& key) {
  constexpr std::string_view kKept[] = {"sms", "seed", "max_cycles", "name", "description"};
  return std::ranges::find(kKept, key.path) == std::end(kKept) &&
         !key.path.starts_with("energy.") && key.limits.form != Form::Text;
}

ConfigValue extreme(const ConfigKey& key, std::mt19937& random) {
  const Limits& l = key.limits;
  switch (l.form) {
    case Form::Switch: return random() % 2 == 1;
    case Form::Word: return std::string(l.words[random() % l.words.size()]);
    case Form::Real: return random() % 2 ? 0.0 : 0.25;
    default: break;
  }
  uint64_t most = std::min<uint64_t>(l.most, key.limits.form == Form::Bytes ? 1 << 16 : 100'000);
  if (key.limits.form == Form::Clock) most = 2'000'000;
  uint64_t least = key.limits.form == Form::Clock ? 100'000 : l.least;
  uint64_t values[] = {least, least + 1, 2 * least, most, most / 2, uint64_t{1} << random() % 12};
  return std::clamp(values[random() % std::size(values)], least, most);
}

/// `changed` says how it differs from the preset.
MachineConfig random_settings(std::mt19937& random, std::string& changed) {
  std::vector<std::string> names;
  for (const ConfigInfo& a : archs()) names.emplace_back(a.name);
  const char* presets[] = {"small", "brunie2012", "fung2007", "lucas2015"};
  const char* models[] = {"full", "full", "fixed", "open-row", "ideal"};
  std::string preset = presets[random() % std::size(presets)],
              arch = names[random() % names.size()];
  MachineConfig c;
  try {
    c = load_machine(preset, arch, {});
  } catch (const UsageError&) {  // the two do not go together
    preset = "small";
    c = load_machine(preset, arch, {});
  }
  c.sms = 1 + random() % 2;
  c.memory.model = models[random() % std::size(models)];
  changed = fmt::format("--preset {} --arch {} --set sms={} --set memory.model={}", preset, arch,
                        c.sms, c.memory.model);
  const std::vector<ConfigKey>& keys = config_keys();
  for (uint64_t left = 1 + random() % 8, tries = 0; left > 0 && tries < 200; tries++) {
    const ConfigKey& key = keys[random() % keys.size()];
    if (!may_change(key)) continue;
    MachineConfig next = c;
    ConfigValue value = extreme(key, random);
    if (const auto* unit = std::get_if<std::string>(&value)) {
      if (!assign(key, next, *unit).empty()) continue;
    } else {
      key.set(next, value);
    }
    if (!validate(next).empty()) continue;
    c = next;
    left--;
    std::visit([&](const auto& v) { changed += fmt::format(" --set {}={}", key.path, v); }, value);
  }
  return c;
}

std::vector<uint32_t> results_on(const MachineConfig& config) {
  TimedKernel kernel = busy_kernel();
  kernel.run(config, kThreads, kBlocks);
  return kernel.output(kWords);
}

TEST(Settings, EveryLegalMachineEndsEveryLaunch) {
  std::vector<uint32_t> expected = results_on(test::plain_machine());
  ASSERT_EQ(expected.back(), kThreads * kBlocks);
  uint32_t ran = 0, machines = quick_effort() ? 20 : full_effort() ? 5000 : 200;
  std::mt19937 random(18);
  for (uint32_t n = 0; n < machines; n++) {
    std::string changed;
    MachineConfig c = random_settings(random, changed);
    SCOPED_TRACE(changed);
    c.max_cycles = 20'000'000'000;
    try {
      EXPECT_EQ(results_on(c), expected);
      ran++;
    } catch (const UsageError&) {  // a block does not fit on a core
    } catch (const Error& e) {
      ADD_FAILURE() << e.what();
    }
  }
  EXPECT_GE(ran, machines / 2);
}

}  // namespace
}  // namespace heddle
