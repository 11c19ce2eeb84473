// A table lists the directives at module scope; functions and variables follow their linkage.
#include "ptx/module_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace heddle::ptx {

namespace {

using Kind = Token::Kind;

/// Debug information numbers files from 1 without gaps, so a very large number is a mistake and
/// must not enlarge the table of file names.
constexpr uint32_t kMaxFileIndex = 1 << 20;

std::optional<Linkage> find_linkage(std::string_view word) {
  if (word == "visible") return Linkage::Visible;
  if (word == "extern") return Linkage::Extern;
  if (word == "weak") return Linkage::Weak;
  if (word == "common") return Linkage::Common;
  return std::nullopt;
}

}  // namespace

struct ModuleParser::Item {
  std::string_view name;
  bool (ModuleParser::*parse)();
};

constexpr ModuleParser::Item ModuleParser::kItems[] = {
    {"version", &ModuleParser::version},
    {"target", &ModuleParser::target},
    {"address_size", &ModuleParser::address_size},
    {"file", &ModuleParser::file},
    {"section", &ModuleParser::section},
    {"pragma", &ModuleParser::pragma},
    {"loc", &ModuleParser::location},
    {"alias", &ModuleParser::alias},
};

void ModuleParser::parse() {
  while (!cursor_.at(Kind::End)) {
    uint32_t start = cursor_.token().offset;
    if (!item()) cursor_.recover_item(start);
  }
}

bool ModuleParser::item() {
  if (!cursor_.at(Kind::Word)) return cursor_.fail("a directive at module scope");
  auto found = std::ranges::find(kItems, cursor_.word(), &Item::name);
  if (found != std::end(kItems)) return (this->*found->parse)();
  Linkage linkage = Linkage::None;
  while (cursor_.at(Kind::Word)) {
    std::optional<Linkage> next = find_linkage(cursor_.word());
    if (!next) break;
    linkage = *next;
    cursor_.advance();
  }
  return linked(linkage);
}

bool ModuleParser::linked(Linkage linkage) {
  if (cursor_.at_word("entry") || cursor_.at_word("func")) {
    functions_.parse(linkage);
    return true;
  }
  std::optional<Space> space;
  if (cursor_.at(Kind::Word)) space = find_declared_space(cursor_.word());
  if (!space)
    return cursor_.fail(linkage == Linkage::None ? "a directive at module scope"
                                                 : "a function or a variable");
  if (*space == Space::Reg || *space == Space::Param || *space == Space::Local)
    return cursor_.error(
        cursor_.token().span(),
        fmt::format("'.{}' can only be declared inside a function", name_of(*space)));
  return declarations_.parse_variables(linkage, module_.globals);
}

bool ModuleParser::version() {
  cursor_.advance();
  std::string_view text = cursor_.text();
  const char* end = text.data() + text.size();
  auto major = std::from_chars(text.data(), end, module_.version_major);
  bool good = cursor_.at(Kind::Float) && major.ec == std::errc() && *major.ptr == '.';
  if (good) {
    auto minor = std::from_chars(major.ptr + 1, end, module_.version_minor);
    good = minor.ec == std::errc() && minor.ptr == end;
  }
  if (!good) return cursor_.fail("a version such as 7.8");
  cursor_.advance();
  return true;
}

bool ModuleParser::target() {
  cursor_.advance();
  std::string_view option;
  if (!cursor_.expect_name(module_.target, "a target such as sm_80")) return false;
  while (cursor_.accept(Kind::Comma))
    if (!cursor_.expect_name(option, "a target option")) return false;
  return true;
}

bool ModuleParser::address_size() {
  cursor_.advance();
  if (!cursor_.at(Kind::Integer) || (cursor_.token().bits != 32 && cursor_.token().bits != 64))
    return cursor_.fail("32 or 64");
  if (cursor_.token().bits == 32)
    return cursor_.error(cursor_.token().span(),
                         "only modules with 64-bit addresses are supported");
  return cursor_.expect_number(module_.address_size, "32 or 64");
}

bool ModuleParser::file() {
  cursor_.advance();
  Span span = cursor_.token().span();
  uint32_t index = 0;
  if (!cursor_.expect_number(index, "a file number")) return false;
  if (index > kMaxFileIndex)
    return cursor_.error(
        span, fmt::format("expected a file number up to {}, found {}", kMaxFileIndex, index));
  if (!cursor_.at(Kind::String)) return cursor_.fail("a file name in quotes");
  if (module_.files.size() <= index) module_.files.resize(index + 1);
  module_.files[index] = cursor_.text().substr(1, cursor_.token().length - 2);
  cursor_.advance();
  while (cursor_.accept(Kind::Comma))  // time and size of the file
    if (!cursor_.expect(Kind::Integer, "a number")) return false;
  return true;
}

bool ModuleParser::section() {
  cursor_.advance();
  if (!cursor_.at(Kind::Word) && !cursor_.at(Kind::Identifier))
    return cursor_.fail("a section name");
  cursor_.advance();
  if (!cursor_.at(Kind::LeftBrace)) return cursor_.fail("'{' of the section");
  return cursor_.skip_group(Kind::LeftBrace, Kind::RightBrace, "the section");
}

bool ModuleParser::pragma() {
  cursor_.advance();
  do {
    if (!cursor_.expect(Kind::String, "a string after '.pragma'")) return false;
  } while (cursor_.accept(Kind::Comma));
  return cursor_.end_statement("'.pragma'");
}

bool ModuleParser::location() {
  uint32_t file = 0, line = 0;
  return parse_location(cursor_, file, line);
}

bool ModuleParser::alias() {
  cursor_.advance();
  Function out;
  out.span = cursor_.token().span();
  if (!cursor_.expect_name(out.name, "a function name")) return false;
  if (!cursor_.expect(Kind::Comma, "',' after the alias name")) return false;
  if (!cursor_.expect_name(out.alias_of, "a function name")) return false;
  module_.functions.push_back(std::move(out));
  return cursor_.end_statement("'.alias'");
}

}  // namespace heddle::ptx
