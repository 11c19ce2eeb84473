// Properties of every handler: for any mask, a thread gets the result it would get alone, and
// inactive threads keep their values.
#include <gtest/gtest.h>

#include "effort.hpp"
#include "exec/handlers_fixture.hpp"

namespace heddle::handler_tests {

namespace {

std::vector<uint32_t> masks(std::mt19937& random) {
  std::vector<uint32_t> result = {kFullMask, 1, 0x80000000, 0xffff, 0xaaaaaaaa, 0x80000001};
  for (int n = 0; n < 3; n++) {
    const auto dense = static_cast<uint32_t>(random() | random());
    const auto sparse = static_cast<uint32_t>(random() & random() & random());
    result.push_back(dense | 1);
    result.push_back(sparse | 0x100);
  }
  return result;
}

class Handlers : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { forms_ = all_forms(); }
  static inline std::vector<Form> forms_;
};

}  // namespace

TEST_F(Handlers, ExistForManyForms) { EXPECT_GT(forms_.size(), 2000u); }

TEST_F(Handlers, GiveEachThreadOfTheMaskItsOwnResult) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  std::mt19937 random(1);
  for (const Form& form : forms_) {
    const Op op = make_op(select(form));
    const Tile start = random_tile(random());
    for (uint32_t mask : masks(random)) {
      Tile tile = start;
      run(op, tile, mask);
      ASSERT_TRUE(tile == one_by_one(op, start, mask)) << describe(form) << " mask " << mask;
    }
  }
}

TEST_F(Handlers, WriteNothingButTheirDestinations) {
  std::mt19937 random(2);
  for (const Form& form : forms_) {
    const Op op = make_op(select(form));
    const Tile start = random_tile(random());
    Tile tile = start;
    run(op, tile, kFullMask);
    const bool two = form.destinations == 2;
    const uint32_t first = (two ? Q + 1 : D + 1) * kRowBytes;
    ASSERT_TRUE(
        std::equal(tile.bytes.begin() + first, tile.bytes.end(), start.bytes.begin() + first))
        << describe(form);
  }
}

TEST_F(Handlers, MayOverwriteTheirOperands) {
  std::mt19937 random(3);
  for (const Form& form : forms_) {
    const Instruction i = form.instruction();
    for (uint32_t n = 0; n < form.sources; n++) {
      if (class_of(destination_type(i, 0)) != class_of(source_type(i, n))) continue;
      const Op apart = make_op(select(form));
      Op same = apart;
      same.dst[0] = apart.src[n];
      const Tile start = random_tile(random());
      for (uint32_t mask : {kFullMask, uint32_t{0x12345678}, uint32_t{0x101}}) {
        Tile expected = start, tile = start;
        // Lanes outside the mask keep the operand.
        std::copy_n(start.bytes.begin() + (A + n) * kRowBytes, kRowBytes,
                    expected.bytes.begin() + D * kRowBytes);
        run(apart, expected, mask);
        run(same, tile, mask);
        ASSERT_TRUE(std::equal(expected.bytes.begin() + D * kRowBytes,
                               expected.bytes.begin() + (D + 1) * kRowBytes,
                               tile.bytes.begin() + (A + n) * kRowBytes))
            << describe(form) << " overwriting source " << n << " mask " << mask;
      }
    }
  }
}

}  // namespace heddle::handler_tests
