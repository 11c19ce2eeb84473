// A plug-in with a workload: the length of the Collatz sequence of every number up to n. Threads of
// a warp leave its loop after different numbers of steps. docs/plugins.md builds and uses it:
//
//   heddle compare collatz --plugin libheddle_collatz.so --arch pdom,dwf
#include <fmt/format.h>

#include "plugin/plugin.hpp"
#include "workload/workload.hpp"

namespace {

namespace workload = heddle::workload;

constexpr const char* kDescription = R"(
summary = "Lengths of Collatz sequences."
[parameters]
n = { means = "numbers", least = 1, most = 16777216 }
block = { means = "threads per block", least = 32, most = 1024, multiple_of = 32 }
[sizes]
tiny = { n = 2000, block = 128 }
small = { n = 100000, block = 256 }
paper = { n = 1000000, block = 256 }
)";

constexpr const char* kPtx = R"(
.version 7.0
.target sm_60
.address_size 64
.visible .entry collatz(.param .u64 lengths, .param .u32 n) {
  .reg .b32 %i, %v, %odd, %length, %n, %block, %blocks;
  .reg .b64 %at, %offset;
  .reg .pred %done, %is_odd;
  ld.param.u64 %at, [lengths];
  ld.param.u32 %n, [n];
  mov.u32 %i, %tid.x;
  mov.u32 %block, %ctaid.x;
  mov.u32 %blocks, %ntid.x;
  mad.lo.u32 %i, %block, %blocks, %i;
  setp.ge.u32 %done, %i, %n;
  @%done bra END;
  add.u32 %v, %i, 1;
  mov.u32 %length, 0;
LOOP:
  setp.eq.u32 %done, %v, 1;
  @%done bra STORE;
  add.u32 %length, %length, 1;
  and.b32 %odd, %v, 1;
  setp.ne.u32 %is_odd, %odd, 0;
  @%is_odd bra ODD;
  shr.u32 %v, %v, 1;
  bra LOOP;
ODD:
  mad.lo.u32 %v, %v, 3, 1;
  bra LOOP;
STORE:
  mul.wide.u32 %offset, %i, 4;
  add.u64 %at, %at, %offset;
  st.global.u32 [%at], %length;
END:
  ret;
}
)";

uint32_t length_of(uint32_t v) {
  uint32_t length = 0;
  for (; v != 1; v = v % 2 ? 3 * v + 1 : v / 2) length++;
  return length;
}

class Collatz final : public workload::Driver {
 public:
  explicit Collatz(const workload::Setup& setup)
      : Driver(setup), n_(value("n")), lengths_(buffer<uint32_t>(n_)) {}

  void run() override {
    const uint32_t block = value("block");
    launch("collatz", {.grid = {workload::blocks_for(n_, block)}, .block = {block}}, lengths_, n_);
  }
  std::string verify() const override {
    const std::vector<uint32_t> lengths = lengths_.read();
    for (uint32_t i = 0; i < n_; i++)
      if (lengths[i] != length_of(i + 1))
        return fmt::format("the sequence of {} has {} steps, not {}", i + 1, length_of(i + 1),
                           lengths[i]);
    return "";
  }

 private:
  uint32_t n_;
  heddle::Buffer<uint32_t> lengths_;
};

void add(heddle::Extension& mine) {
  mine.workloads.push_back({"collatz", kDescription, kPtx, [](const workload::Setup& setup) {
                              return std::make_unique<Collatz>(setup);
                            }});
}

}  // namespace

const heddle::PluginDescriptor* heddle_plugin() {
  static constexpr heddle::PluginDescriptor kPlugin{.name = "collatz", .add = add};
  return &kPlugin;
}
