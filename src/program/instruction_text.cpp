#include "program/instruction_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

}  // namespace

std::string instruction_text(const Program& module, const Function& function,
                             const Instruction& i) {
  const std::string_view text = module.source->text();
  std::string out;
  if (i.guarded()) {
    out = fmt::format("@{}{} ", i.guard_negated ? "!" : "",
                      register_name(function.registers[i.guard.value()]));
  }
  // The `ret` that ends every function may not be in the text.
  if (!text.substr(std::min<size_t>(i.offset, text.size())).starts_with(name_of(i.op)))
    return out + std::string(name_of(i.op));
  for (size_t at = i.offset; at < text.size() && text[at] != ';'; at++) {
    const std::string_view rest = text.substr(at);
    size_t comment = 0;  // its length
    if (rest.starts_with("//"))
      comment = std::min(rest.find('\n'), rest.size());
    else if (rest.starts_with("/*"))
      comment = std::min(rest.find("*/", 2), rest.size() - 2) + 2;
    const bool space = comment > 0 || is_space(text[at]);
    if (space && !out.empty() && out.back() != ' ') out += ' ';
    if (!space) out += text[at];
    if (comment > 0) at += comment - 1;
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string register_name(const Register& r) {
  return r.in_family ? fmt::format("{}{}", r.name, r.number) : std::string(r.name);
}

}  // namespace heddle
