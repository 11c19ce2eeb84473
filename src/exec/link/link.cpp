// Collects the functions a kernel needs, lays out its memory, and lists unsupported instructions.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "base/demangle.hpp"
#include "base/error.hpp"
#include "exec/link/choose.hpp"
#include "exec/link/endless.hpp"
#include "exec/link/linker.hpp"
#include "exec/link/row_sharing.hpp"
#include "program/instruction_text.hpp"

namespace heddle {

namespace {

uint64_t align_up(uint64_t value, uint64_t align) { return (value + align - 1) / align * align; }
constexpr uint64_t kMaxSharedBytes = 0xffffffff;
constexpr uint64_t kMaxLocalBytes = 0x7fffffff;

/// By what compiled code calls for it, in programs linked with the device's runtime library or not.
bool launches_kernels(std::string_view function) {
  for (std::string_view name : {"__cuda_syscall_cnp", "cudaLaunchDevice", "cudaGetParameterBuffer",
                                "__cudaCDP2Launch", "__cudaCDP2GetParameterBuffer"})
    if (function.starts_with(name)) return true;
  return false;
}

}  // namespace

const LinkedFunction& Executable::function_at(LinkedPc pc) const {
  auto next = std::ranges::upper_bound(functions, pc, {}, &LinkedFunction::start);
  while (next != functions.begin()) {
    --next;
    if (pc >= next->start && pc < next->end) return *next;
  }
  return functions.front();
}

uint32_t Executable::line_of(LinkedPc pc) const {
  return module().source->locate(code[pc].source->offset).line;
}

std::string Executable::text_of(LinkedPc pc) const {
  constexpr size_t kMaxLength = 200;
  const Function& function = module().functions[function_at(pc).index];
  std::string text = instruction_text(module(), function, *code[pc].source);
  if (text.size() > kMaxLength) text.replace(kMaxLength - 3, text.npos, "...");
  return text;
}

void Linker::collect(uint32_t entry) {
  std::vector<uint32_t> work{entry};
  std::vector<bool> seen(module_.functions.size(), false);
  seen[entry] = true;
  while (!work.empty()) {
    uint32_t index = work.back();
    work.pop_back();
    const Function& f = module_.functions[index];
    LinkedFunction linked;
    linked.index = index;
    linked.builtin = f.builtin;
    linked.recursive = f.recursive;
    linked.frame_bytes = static_cast<uint32_t>(align_up(f.frame_bytes, 16));
    out_.function_by_module[index] = static_cast<uint32_t>(out_.functions.size());
    out_.functions.push_back(std::move(linked));
    auto reach = [&](uint32_t callee) {
      if (!seen[callee]) work.push_back(callee);
      seen[callee] = true;
      out_.has_calls = true;
    };
    for (uint32_t callee : f.callees) reach(callee);
    out_.needs_stack |= f.recursive;
    for (const Instruction& i : f.code) out_.needs_stack |= i.op == Opcode::Alloca;
    if (!f.has_indirect_call) continue;
    for (uint32_t g = 0; g < module_.functions.size(); g++)
      if (module_.functions[g].address_taken && !module_.functions[g].is_entry) reach(g);
  }
}

void Linker::reject_undefined(uint32_t entry) const {
  std::vector<std::string_view> missing;
  for (const LinkedFunction& f : out_.functions)
    if (!module_.functions[f.index].defined) missing.push_back(module_.functions[f.index].name);
  if (missing.empty()) return;
  std::ranges::sort(missing);
  if (std::ranges::any_of(missing, launches_kernels))
    throw UnsupportedError(
        fmt::format("kernel '{}' launches kernels (dynamic parallelism), which is not supported",
                    demangled(module_.functions[entry].name)));
  throw UsageError(fmt::format("kernel '{}' calls '{}', which {} no body in this module",
                               demangled(module_.functions[entry].name), fmt::join(missing, "', '"),
                               missing.size() == 1 ? "has" : "have"));
}

void Linker::reject_unsupported(uint32_t entry) const {
  std::vector<uint32_t> reached;
  for (const LinkedFunction& f : out_.functions) reached.push_back(f.index);
  std::string list;
  for (const Unsupported& u : find_unsupported(module_, reached, interrupt_))
    list += "\n  " + u.message;
  if (!list.empty())
    throw UnsupportedError(fmt::format("kernel '{}' cannot be launched:{}",
                                       demangled(module_.functions[entry].name), list));
}

// Lays out the shared variables that the kernel's functions use, in module order. Dynamic shared
// memory (declared `extern`) begins after them.
void Linker::place_shared() {
  std::vector<bool> named(module_.variables.size(), false);
  for (const LinkedFunction& linked : out_.functions)
    for (const Operand& o : module_.functions[linked.index].operands)
      if (o.kind == Operand::Kind::Variable && o.in_module) named[o.index] = true;
  for (size_t v = 0; v < module_.variables.size(); v++)
    if (const Variable& known = module_.variables[v];
        named[v] && known.linkage == ptx::Linkage::Extern && !known.dynamic)
      throw UsageError(fmt::format("kernel '{}' uses '{}', which has no definition in this module",
                                   module_.functions[out_.functions[0].index].name, known.name));
  shared_offsets_.assign(module_.variables.size(), 0);
  uint64_t used = 0, dynamic_align = 16;
  for (size_t v = 0; v < module_.variables.size(); v++) {
    const Variable& variable = module_.variables[v];
    if (!named[v] || variable.space != Space::Shared) continue;
    if (variable.dynamic) {
      dynamic_align = std::max<uint64_t>(dynamic_align, variable.align);
      continue;
    }
    shared_offsets_[v] = used = align_up(used, variable.align);
    used += variable.size;
    if (used > kMaxSharedBytes) throw UsageError("static shared memory exceeds 4 GiB");
  }
  bool has_dynamic = false;
  for (size_t v = 0; v < module_.variables.size(); v++)
    has_dynamic |= named[v] && module_.variables[v].dynamic;
  if (has_dynamic) used = align_up(used, dynamic_align);
  for (size_t v = 0; v < module_.variables.size(); v++)
    if (module_.variables[v].dynamic) shared_offsets_[v] = used;
  out_.attributes.static_shared_bytes = static_cast<uint32_t>(used);
}

// Computes the local memory that the deepest chain of calls needs without recursion. For recursive
// kernels the launch adds a stack.
void Linker::place_stack() {
  enum class State : uint8_t { New, Open, Done };
  std::vector<State> state(out_.functions.size(), State::New);
  std::vector<uint64_t> need(out_.functions.size(), 0);
  auto callees = [&](uint32_t n) {
    std::vector<uint32_t> list;
    auto add = [&](uint32_t index) {
      auto at = out_.function_by_module.find(index);
      if (at != out_.function_by_module.end() && !out_.functions[at->second].recursive)
        list.push_back(at->second);
    };
    const Function& f = module_.functions[out_.functions[n].index];
    for (uint32_t c : f.callees) add(c);
    if (f.has_indirect_call)
      for (const LinkedFunction& g : out_.functions)
        if (module_.functions[g.index].address_taken) add(g.index);
    return list;
  };
  // Callees before callers, without recursion: chains of calls may overflow the host's stack.
  for (std::vector<uint32_t> path{0}; !path.empty();) {
    const uint32_t n = path.back();
    const bool returned = state[n] == State::Open;
    uint64_t deepest = 0;
    for (uint32_t c : callees(n)) {
      if (state[c] == State::Done) deepest = std::max(deepest, 16 + need[c]);
      if (state[c] == State::New && !returned) path.push_back(c);
    }
    if (state[n] == State::New) state[n] = State::Open;
    if (path.back() != n) continue;
    path.pop_back();
    state[n] = State::Done;
    need[n] = out_.functions[n].frame_bytes + deepest;
  }
  uint64_t total = need[0];
  for (const LinkedFunction& f : out_.functions) total += f.recursive ? f.frame_bytes + 16 : 0;
  if (total > kMaxLocalBytes)
    throw UsageError(
        fmt::format("kernel '{}' needs {} bytes of local memory per thread; the limit is {}",
                    module_.functions[out_.functions[0].index].name, total, kMaxLocalBytes));
  out_.attributes.local_bytes = static_cast<uint32_t>(align_up(total, 16));
  if (!out_.has_calls && !out_.needs_stack) return;
  out_.frame_base = rows_.allocate(RegClass::Word);
  out_.stack_top = rows_.allocate(RegClass::Word);
}

void Linker::run(uint32_t entry) {
  collect(entry);
  reject_undefined(entry);
  reject_unsupported(entry);
  for (LinkedFunction& f : out_.functions) {
    const Function& function = module_.functions[f.index];
    f.registers =
        rows_.place_function(f.index, function, share_rows(module_, function, interrupt_));
  }
  place_shared();
  place_stack();
  LinkedPc at;
  for (LinkedFunction& f : out_.functions) {
    f.start = at;
    f.end = at += static_cast<uint32_t>(module_.functions[f.index].code.size());
  }
  out_.code.reserve(at.index());
  for (LinkedFunction& f : out_.functions) link_function(f);
}

void Linker::link_function(LinkedFunction& linked) {
  const Function& f = module_.functions[linked.index];
  current_ = linked.index;
  start_ = linked.start;
  auto words = [&](const std::vector<Reg>& registers) {
    std::vector<WordRef> out;
    for (Reg r : registers) append_words(out, rows_.of(current_, r), f.registers[r.value()].cls());
    return out;
  };
  linked.parameters = words(f.parameter_registers);
  linked.results = words(f.result_registers);
  if (f.recursive) {
    std::unordered_set<uint32_t> saved;  // registers may share a row
    for (uint32_t r = 0; r < f.registers.size(); r++) {
      Ref row = rows_.of(current_, Reg{r});
      if (!Rows::is_placed(row) || !saved.insert(row.offset).second) continue;
      if (f.registers[r].cls() == RegClass::Pred)
        linked.saved_predicates.push_back(row);
      else
        append_words(linked.saved_words, row, f.registers[r].cls());
    }
  }
  for (const Instruction& i : f.code) {
    interrupt_.check();
    out_.code.push_back(link_instruction(f, i));
  }
}

Op Linker::link_instruction(const Function& f, const Instruction& i) {
  Op op;
  op.source = &i;
  op.space = i.space;
  op.function = current_;
  if (i.guarded()) {
    op.guarded = true;
    op.guard_negated = i.guard_negated;
    op.guard = rows_.of(current_, i.guard).offset;
  }
  const bool may_fall_through = i.guarded() && i.flow != Flow::Next && i.flow != Flow::Call;
  op.next_exits = may_fall_through && f.exits_at(static_cast<uint32_t>(&i - f.code.data()) + 1);
  if (!choose(f, i, op)) throw UnsupportedError(describe_unsupported(module_, i));
  bind(f, i, op);
  return op;
}

std::vector<Unsupported> find_unsupported(const Program& module, Interrupt interrupt) {
  std::vector<uint32_t> all(module.functions.size());
  for (uint32_t f = 0; f < all.size(); f++) all[f] = f;
  return find_unsupported(module, all, interrupt);
}

std::vector<Unsupported> find_unsupported(const Program& module,
                                          std::span<const uint32_t> functions,
                                          Interrupt interrupt) {
  std::vector<bool> wanted(module.functions.size(), false);
  for (uint32_t f : functions) wanted[f] = true;
  std::vector<Unsupported> out;
  std::ranges::copy_if(module.unsupported, std::back_inserter(out),
                       [&](const Unsupported& u) { return wanted[u.function]; });
  const auto place = [](const Unsupported& u) { return std::pair(u.function, u.pc); };
  std::ranges::stable_sort(out, {}, place);
  const std::vector<Unsupported> lowered = out;
  const auto known = [&](uint32_t f, Pc pc) {
    return std::ranges::binary_search(lowered, std::pair(f, pc), {}, place);
  };
  for (uint32_t f : functions) {
    const Function& function = module.functions[f];
    for (uint32_t pc = 0; pc < function.code.size(); pc++) {
      interrupt.check();
      Op op;
      // Instructions rejected by lowering have no operands, so choose() must not see them.
      if (known(f, Pc{pc}) || choose(function, function.code[pc], op)) continue;
      out.push_back({f, Pc{pc}, describe_unsupported(module, function.code[pc])});
    }
  }
  std::ranges::stable_sort(out, {}, place);
  return out;
}

ExecutablePtr link(const ModuleImage& image, std::string_view entry, Interrupt interrupt) {
  const Program& module = *image.module;
  auto at = module.function_index.find(entry);
  if (at == module.function_index.end() || !module.functions[at->second].is_entry) {
    std::string known;
    for (const Function& f : module.functions)
      if (f.is_entry) known += fmt::format("{}'{}'", known.empty() ? "" : ", ", f.name);
    throw UsageError(fmt::format("there is no kernel '{}' in {}; it has {}", entry,
                                 module.source->name(), known.empty() ? "none" : known));
  }
  auto out = std::make_shared<Executable>();
  out->image = image;
  out->entry = &module.functions[at->second];
  Linker(image, *out, interrupt).run(at->second);
  out->endless = find_endless(*out, interrupt);
  const Function& f = *out->entry;
  out->attributes.parameter_bytes = f.param_bytes;
  auto product = [](const uint32_t(&d)[3]) {
    return d[0] ? d[0] * std::max(1u, d[1]) * std::max(1u, d[2]) : 0;
  };
  uint32_t limit =
      product(f.required_threads) ? product(f.required_threads) : product(f.max_threads);
  out->attributes.max_threads_per_block = limit ? std::min(limit, 1024u) : 1024u;
  return out;
}

}  // namespace heddle
