// The corpus entries of the convert and compare modules.
#include <limits>
#include <utility>

#include "isa/convert_fast.hpp"
#include "isa/corpus.hpp"
#include "isa/float.hpp"

namespace heddle::isa::corpus {
namespace {

using Cases = std::vector<Case>;
using Integers = Types<uint8_t, int8_t, uint16_t, int16_t, uint32_t, int32_t, uint64_t, int64_t>;
using Floats = Types<float, double>;

const std::vector<std::pair<std::string, Rounding>> kModes = {{"rn", Rounding::Nearest},
                                                              {"rz", Rounding::Zero},
                                                              {"rm", Rounding::Down},
                                                              {"rp", Rounding::Up}};

template <class To, class From>
Case make_convert(const std::string& modifiers, Rounding mode, ConvertFlags flags = {}) {
  const std::string entry = "cvt" + modifiers + suffix<To>() + suffix<From>();
  return make<From>(entry, [=](From x) { return convert<To>(x, mode, flags); });
}

// PTX has .sat only where the source holds values outside the target.
template <class To, class From>
void add_integer_pair(Cases& cases) {
  if constexpr (!std::is_same_v<To, From>) {
    cases.push_back(make_convert<To, From>("", Rounding::Nearest));
    using Limits = std::numeric_limits<From>;
    constexpr bool kFits = std::in_range<To>(Limits::min()) && std::in_range<To>(Limits::max());
    if constexpr (!kFits)
      cases.push_back(make_convert<To, From>("_sat", Rounding::Nearest, {.sat = true}));
  }
}

template <class Integer, class Float>
void add_mixed_pair(Cases& cases) {
  for (const auto& [name, mode] : kModes) {
    cases.push_back(make_convert<Integer, Float>("_" + name + "i", mode));
    if (mode == Rounding::Nearest || sizeof(Integer) >= 4)
      cases.push_back(make_convert<Float, Integer>("_" + name, mode));
  }
}

void add_float_pairs(Cases& cases) {
  for (const auto& [name, mode] : kModes) {
    for_each(Floats{}, [&, &n = name, m = mode]<class T>() {
      const std::string t = suffix<T>();
      cases.push_back(make<T>("cvt_" + n + "i" + t + t, [=](T x) { return round_integral(x, m); }));
    });
    cases.push_back(make_convert<float, double>("_" + name, mode));
  }
  cases.push_back(make_convert<double, float>("", Rounding::Nearest));
  cases.push_back(make_convert<Half, float>("_rn", Rounding::Nearest));
  cases.push_back(make_convert<Half, float>("_rz", Rounding::Zero));
  cases.push_back(make_convert<float, Half>("", Rounding::Nearest));
  cases.push_back(make_convert<float, double>("_rn_sat", Rounding::Nearest, {.sat = true}));
  cases.push_back(make_convert<float, float>("_sat", Rounding::Nearest, {.sat = true}));
  cases.push_back(make_convert<double, float>("_ftz", Rounding::Nearest, {.ftz = true}));
}

// The same entries through the vector instructions, the rounding mode set around them.
void add_fast_paths(Cases& cases) {
  for (const auto& [name, mode] : kModes) {
    const auto ambient = [&, &n = name, m = mode]<class To, class From>(To, From) {
      const std::string entry = "cvt_" + n + suffix<To>() + suffix<From>();
      cases.push_back(make<From>(entry, convert_ambient<To, From>, m));
    };
    ambient(float{}, int32_t{});
    ambient(float{}, uint32_t{});
    ambient(double{}, int32_t{});
    ambient(double{}, uint32_t{});
    ambient(float{}, double{});
  }
  cases.push_back(make<float>("cvt_f64_f32", convert_ambient<double, float>));
  cases.push_back(make<float>("cvt_rzi_s32_f32", convert_rzi_s32));
  cases.push_back(make<float>("cvt_rzi_u32_f32", convert_rzi_u32));
}

template <Compare C, class T>
void add_compare(Cases& cases, const std::string& name, std::string t = suffix<T>()) {
  cases.push_back(
      make<T, T>("setp_" + name + t, [](T a, T b) { return compare<C>(a, b) ? 1u : 2u; }));
  cases.push_back(make<T, T>("set_" + name + "_u32" + t,
                             [](T a, T b) { return compare<C>(a, b) ? UINT32_MAX : 0u; }));
  if (t == "_s32" || t == "_f32")
    cases.push_back(make<T, T>("set_" + name + "_f32" + t,
                               [](T a, T b) { return compare<C>(a, b) ? 1.0f : 0.0f; }));
}

template <class T>
void add_ordered(Cases& cases) {
  using enum Compare;
  add_compare<Eq, T>(cases, "eq");
  add_compare<Ne, T>(cases, "ne");
  add_compare<Lt, T>(cases, "lt");
  add_compare<Le, T>(cases, "le");
  add_compare<Gt, T>(cases, "gt");
  add_compare<Ge, T>(cases, "ge");
}

void add_float_compares(Cases& cases) {
  using enum Compare;
  add_ordered<float>(cases);
  add_compare<Equ, float>(cases, "equ");
  add_compare<Neu, float>(cases, "neu");
  add_compare<Ltu, float>(cases, "ltu");
  add_compare<Leu, float>(cases, "leu");
  add_compare<Gtu, float>(cases, "gtu");
  add_compare<Geu, float>(cases, "geu");
  add_compare<Num, float>(cases, "num");
  add_compare<Nan, float>(cases, "nan");
  add_compare<Eq, double>(cases, "eq");
  add_compare<Ltu, double>(cases, "ltu");
  add_compare<Ge, double>(cases, "ge");
  add_compare<Num, double>(cases, "num");
  add_compare<Nan, double>(cases, "nan");
}

void add_integer_compares(Cases& cases) {
  using enum Compare;
  add_ordered<int32_t>(cases);
  add_compare<Eq, uint32_t>(cases, "eq");
  add_compare<Ne, uint32_t>(cases, "ne");
  add_compare<Eq, uint32_t>(cases, "eq", "_b32");
  add_compare<Ne, uint32_t>(cases, "ne", "_b32");
  add_compare<Lo, uint32_t>(cases, "lo");
  add_compare<Ls, uint32_t>(cases, "ls");
  add_compare<Hi, uint32_t>(cases, "hi");
  add_compare<Hs, uint32_t>(cases, "hs");
  for_each(Types<uint32_t, int64_t, uint64_t, int16_t, uint16_t>{}, [&]<class T>() {
    add_compare<Lt, T>(cases, "lt");
    add_compare<Ge, T>(cases, "ge");
  });
}

template <class Combine>
Case make_combined(const std::string& name, Combine combine) {
  return make<int32_t, int32_t, int32_t>(
      "setp_lt_" + name + "_s32", [combine](int32_t a, int32_t b, int32_t c) {
        const bool less = compare<Compare::Lt>(a, b);
        const bool other = c >= 0;
        return uint32_t(combine(less, other)) | uint32_t(combine(!less, other)) << 1 |
               uint32_t(combine(less, !other)) << 2;
      });
}

template <FloatTest P>
void add_testp(Cases& cases, const std::string& name) {
  for_each(Floats{}, [&]<class T>() {
    cases.push_back(
        make<T>("testp_" + name + suffix<T>(), [](T x) { return uint32_t{testp<P>(x)}; }));
  });
}

}  // namespace

std::vector<Case> convert_cases() {
  Cases cases;
  for_each(Integers{}, [&]<class To>() {
    for_each(Integers{}, [&]<class From>() { add_integer_pair<To, From>(cases); });
    for_each(Floats{}, [&]<class Float>() { add_mixed_pair<To, Float>(cases); });
  });
  add_float_pairs(cases);
  add_fast_paths(cases);
  return cases;
}

std::vector<Case> compare_cases() {
  Cases cases;
  add_integer_compares(cases);
  add_float_compares(cases);
  cases.push_back(make_combined("and", [](bool p, bool q) { return p && q; }));
  cases.push_back(make_combined("or", [](bool p, bool q) { return p || q; }));
  cases.push_back(make_combined("xor", [](bool p, bool q) { return p != q; }));
  cases.push_back(make<int32_t, int32_t, int32_t>("slct_s32_s32", slct<int32_t, int32_t>));
  cases.push_back(make<float, float, float>("slct_f32_f32", slct<float, float>));
  add_testp<FloatTest::Finite>(cases, "finite");
  add_testp<FloatTest::Infinite>(cases, "infinite");
  add_testp<FloatTest::Number>(cases, "number");
  add_testp<FloatTest::NotANumber>(cases, "notanumber");
  add_testp<FloatTest::Normal>(cases, "normal");
  add_testp<FloatTest::Subnormal>(cases, "subnormal");
  return cases;
}

}  // namespace heddle::isa::corpus
