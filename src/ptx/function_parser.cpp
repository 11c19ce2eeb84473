// A table lists the directives between signature and body: name, number of values, destination.
#include "ptx/function_parser.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::ptx {

namespace {

using Kind = Token::Kind;

/// True for words that begin the next item of the module. After a broken signature, .param and
/// .reg may still belong to it.
bool begins_item(std::string_view word) {
  return is_directive(word) && word != "param" && word != "reg" && word != "pragma";
}

}  // namespace

struct FunctionParser::Limit {
  std::string_view name;
  unsigned most;                  // most values it can have
  uint32_t* (*place)(Function&);  // null: accepted but ignored
};

void FunctionParser::parse(Linkage linkage) {
  Function out;
  out.linkage = linkage;
  out.is_entry = cursor_.at_word("entry");
  cursor_.advance();
  if (!signature(out)) skip_to_body();
  if (cursor_.at(Kind::LeftBrace)) {
    out.has_body = true;
    body_.parse(out);
  } else {
    cursor_.accept(Kind::Semicolon);
  }
  module_.functions.push_back(std::move(out));
}

bool FunctionParser::signature(Function& out) {
  while (cursor_.at(Kind::Word))
    if (!attribute(out)) return false;
  if (cursor_.at(Kind::LeftParen) && !out.is_entry && !declarations_.parse_parameters(out.results))
    return false;
  out.span = cursor_.token().span();
  if (!cursor_.expect_name(out.name, "a function name")) return false;
  if (cursor_.at(Kind::LeftParen) && !declarations_.parse_parameters(out.parameters)) return false;
  while (cursor_.at(Kind::Word))
    if (!attribute(out)) return false;
  if (cursor_.at(Kind::LeftBrace) || cursor_.at(Kind::Semicolon)) return true;
  return cursor_.fail(fmt::format("'{{' or ';' after the signature of '{}'", out.name));
}

bool FunctionParser::attribute(Function& out) {
  static constexpr Limit kLimits[] = {
      {"maxntid", 3, [](Function& f) { return f.max_threads; }},
      {"reqntid", 3, [](Function& f) { return f.required_threads; }},
      {"minnctapersm", 1, [](Function& f) { return &f.min_blocks_per_sm; }},
      {"maxnreg", 1, [](Function& f) { return &f.max_registers; }},
      {"maxnctapersm", 1, nullptr},
      {"maxclusterrank", 1, nullptr},
      {"reqnctapercluster", 3, [](Function& f) { return f.cluster_blocks; }},
      {"explicitcluster", 0, nullptr},
      {"blocksareclusters", 0, nullptr},
  };
  if (cursor_.at_word("attribute")) return declarations_.skip_attribute();
  if (cursor_.at_word("pragma")) return body_.parse_pragma(out.body);
  auto found = std::ranges::find(kLimits, cursor_.word(), &Limit::name);
  if (found != std::end(kLimits)) return limit(*found, out);
  return parse_call_attribute(cursor_, out.no_return);
}

bool FunctionParser::limit(const Limit& limit, Function& out) {
  cursor_.advance();
  uint32_t numbers[3] = {1, 1, 1};
  for (unsigned i = 0; i < limit.most; i++) {
    if (i > 0 && !cursor_.accept(Kind::Comma)) break;
    if (!cursor_.expect_number(numbers[i], fmt::format("a number after '.{}'", limit.name)))
      return false;
  }
  if (limit.place != nullptr) std::copy_n(numbers, limit.most, limit.place(out));
  return true;
}

void FunctionParser::skip_to_body() {
  while (!cursor_.at(Kind::End) && !cursor_.at(Kind::LeftBrace) && !cursor_.at(Kind::Semicolon)) {
    if (cursor_.at(Kind::Word) && cursor_.token().first_on_line && begins_item(cursor_.word()))
      return;
    cursor_.advance();
  }
}

}  // namespace heddle::ptx
