// atom and red: which operation takes which types, and how many elements at once.
#include <fmt/format.h>

#include <array>

#include "program/lower/function_lowering.hpp"

namespace heddle {

namespace {

class TypeSet {
 public:
  constexpr TypeSet(std::initializer_list<Type> list) {
    for (Type t : list) bits_ |= uint64_t{1} << static_cast<unsigned>(t);
  }
  constexpr bool has(Type t) const { return bits_ >> static_cast<unsigned>(t) & 1; }
  bool empty() const { return bits_ == 0; }
  std::string names() const {
    std::string out;
    for (unsigned t = 0; t < 64; t++)
      if (has(static_cast<Type>(t)))
        out += fmt::format("{}.{}", out.empty() ? "" : ", ", ptx::name_of(static_cast<Type>(t)));
    return out;
  }

 private:
  uint64_t bits_ = 0;
};

struct AtomicForm {
  Mod operation;
  bool red;  // red has it too: an exchange is not worth it without the old value
  TypeSet types, vector_types;
};

// clang-format off
using enum Type;
constexpr TypeSet kHalves{F16, BF16, F16x2, BF16x2};
constexpr auto kForms = std::to_array<AtomicForm>({
  {Mod::Add, true, {U32, S32, U64, F16, F16x2, BF16, BF16x2, F32, F64}, {F16, BF16, F16x2, BF16x2, F32}},
  {Mod::Min, true, {U32, S32, U64, S64}, kHalves}, {Mod::Max, true, {U32, S32, U64, S64}, kHalves},
  {Mod::Inc, true, {U32}, {}}, {Mod::Dec, true, {U32}, {}},
  {Mod::And, true, {B32, B64}, {}}, {Mod::Or, true, {B32, B64}, {}}, {Mod::Xor, true, {B32, B64}, {}},
  {Mod::Exch, false, {B32, B64, B128}, {}}, {Mod::Cas, false, {B16, B32, B64, B128}, {}},
});
// clang-format on

const AtomicForm* find_form(const Instruction& i) {
  for (const AtomicForm& form : kForms)
    if (i.has(form.operation)) return &form;
  return nullptr;
}

/// An instruction moves 16 bytes at most.
bool fits_vector(Type type, uint8_t elements) { return elements * ptx::size_of(type) <= 16; }

}  // namespace

bool FunctionLowering::check_atomic(const ptx::Instruction& i) {
  const AtomicForm* form = find_form(current_);
  auto fail = [&](const std::string& why) {
    error(i.span, fmt::format("'{}' {}", text(i.span), why));
    return false;
  };
  if (!form) return fail("needs an operation such as .add");
  const bool red = current_.op == Opcode::Red, vector = current_.vector > 1;
  if (red && !form->red)
    return fail(
        fmt::format("does not exist; write atom.{} with the result '_'", name_of(form->operation)));
  const Space space = current_.space;
  if (space != Space::Global && space != Space::Shared && space != Space::Generic)
    return fail("cannot be in this space; use .global, .shared or a generic address");
  if (red && (current_.has(Mod::Acquire) || current_.has(Mod::AcqRel)))
    return fail("returns nothing that an .acquire could order; use .relaxed or .release");
  const TypeSet types = vector ? form->vector_types : form->types;
  if (types.empty()) return fail("has no vector form; write one for each element");
  if (!types.has(current_.type))
    return fail(fmt::format("has a type that .{} does not take{}; it takes {}",
                            name_of(form->operation), vector ? " as a vector" : "", types.names()));
  if (vector && space == Space::Shared) return fail("has several elements, which needs .global");
  if (vector && !fits_vector(current_.type, current_.vector))
    return fail("has more than 16 bytes of elements");
  const bool half = kHalves.has(current_.type);
  if (half != current_.has(Mod::NoFtz))
    return fail(half ? "needs .noftz" : "has .noftz, which is for half precision only");
  return true;
}

void FunctionLowering::lower_atomic(const ptx::Instruction& i) {
  if (!check_atomic(i)) return;
  const bool returns = current_.op == Opcode::Atom, hint = current_.has(Mod::L2CacheHint);
  const size_t values = current_.has(Mod::Cas) ? 2 : 1, needed = returns + 1 + values + hint;
  if (!check_count(i, needed, needed)) return;
  auto list = operands(i.operands);
  auto add = [&](const ptx::Operand& o, bool destination) {
    if (destination && o.kind == ptx::Operand::Kind::Sink) {
      for (uint32_t e = 0; e < current_.vector; e++) push({.kind = Operand::Kind::Sink}, true);
      return;
    }
    const uint32_t before = current_.destination_count + current_.source_count;
    add_elements(o, current_.type, destination);
    const uint32_t found = current_.destination_count + current_.source_count - before;
    if (found != current_.vector && !failed())
      error(o.span, fmt::format("'{}' takes {} element{} here, found {}", text(i.span),
                                current_.vector, current_.vector == 1 ? "" : "s", found));
  };
  if (returns) add(list[0], true);
  add_address(list[returns]);
  // What may follow the values is a cache policy, which has no effect on results.
  for (size_t n = 0; n < values; n++) add(list[returns + 1 + n], false);
}

}  // namespace heddle
