#include "program/join_modules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "base/error.hpp"
#include "ptx/lexer.hpp"

namespace heddle {

namespace {

using ptx::Linkage;
using ptx::Token;
using Kind = Token::Kind;

/// A statement at module scope, or a function.
struct Item {
  uint32_t begin = 0, end = 0;  // in the text
  bool header = false;          // .version, .target, .address_size
  bool is_function = false, has_body = false;
  bool is_symbol = false;  // a function or a variable
  bool dynamic_shared = false;
  Linkage linkage = Linkage::None;
  std::string_view name;
  uint64_t elements = 0;  // the product of an array's dimensions

  bool is_definition() const {
    return is_symbol && (is_function ? has_body : linkage != Linkage::Extern);
  }
  bool is_local() const {
    return is_symbol && linkage == Linkage::None && !is_function_declaration();
  }
  bool is_function_declaration() const { return is_function && !has_body; }
};

/// Splits a module into its items by tokens alone.
class Splitter {
 public:
  explicit Splitter(const SourcePtr& source)
      : diagnostics_(source), lexer_(source->text(), diagnostics_) {}

  std::vector<Item> run(std::vector<Token>& tokens) {
    for (Token t = lexer_.next(); t.kind != Kind::End; t = lexer_.next()) tokens.push_back(t);
    if (diagnostics_.has_errors()) throw InputError(diagnostics_.render_all());
    std::vector<Item> items;
    for (at_ = 0; at_ < tokens.size();) items.push_back(item(tokens));
    return items;
  }

 private:
  std::string_view text(const Token& t) const { return lexer_.text(t); }
  bool is_word(const std::vector<Token>& tokens, size_t i, std::string_view word) const {
    return i < tokens.size() && tokens[i].kind == Kind::Word && text(tokens[i]) == word;
  }

  Item item(const std::vector<Token>& tokens) {
    Item out;
    out.begin = tokens[at_].offset;
    const std::string_view first = text(tokens[at_]);
    if (first == ".version" || first == ".target" || first == ".address_size" || first == ".file" ||
        first == ".loc") {
      out.header = first != ".file" && first != ".loc";
      for (at_++; at_ < tokens.size() && !tokens[at_].first_on_line;) at_++;
    } else if (first == ".section") {
      skip_braces(tokens);
    } else if (first == ".pragma" || first == ".alias") {
      skip_to_semicolon(tokens);
    } else {
      symbol(tokens, out);
    }
    out.end = tokens[at_ - 1].end();
    return out;
  }

  void skip_to_semicolon(const std::vector<Token>& tokens) {
    while (at_ < tokens.size() && tokens[at_].kind != Kind::Semicolon) at_++;
    if (at_ < tokens.size()) at_++;
  }

  void skip_braces(const std::vector<Token>& tokens) {
    while (at_ < tokens.size() && tokens[at_].kind != Kind::LeftBrace) at_++;
    int depth = 0;
    while (at_ < tokens.size()) {
      if (tokens[at_].kind == Kind::LeftBrace) depth++;
      if (tokens[at_].kind == Kind::RightBrace) depth--;
      at_++;
      if (depth == 0) return;
    }
  }

  void symbol(const std::vector<Token>& tokens, Item& out) {
    out.is_symbol = true;
    for (; at_ < tokens.size() && tokens[at_].kind == Kind::Word; at_++) {
      const std::string_view word = text(tokens[at_]);
      if (word == ".extern") out.linkage = Linkage::Extern;
      if (word == ".visible") out.linkage = Linkage::Visible;
      if (word == ".weak") out.linkage = Linkage::Weak;
      if (word == ".common") out.linkage = Linkage::Common;
      if (word == ".shared") out.dynamic_shared = out.linkage == Linkage::Extern;
      if (word == ".func" || word == ".entry") {
        out.is_function = true;
        function(tokens, out);
        return;
      }
      if (word == ".align") at_++;  // and its number
      if (word == ".attribute") skip_parentheses(tokens, at_ + 1);
    }
    if (at_ < tokens.size() && tokens[at_].kind == Kind::Identifier) out.name = text(tokens[at_++]);
    out.elements = 1;
    for (; at_ + 1 < tokens.size() && tokens[at_].kind == Kind::LeftBracket; at_++) {
      out.elements *= tokens[at_ + 1].kind == Kind::Integer ? tokens[at_ + 1].bits : 0;
      while (at_ < tokens.size() && tokens[at_].kind != Kind::RightBracket) at_++;
    }
    skip_to_semicolon(tokens);
  }

  /// Leaves at_ on the closing parenthesis.
  void skip_parentheses(const std::vector<Token>& tokens, size_t from) {
    int depth = 0;
    for (at_ = from; at_ < tokens.size(); at_++) {
      if (tokens[at_].kind == Kind::LeftParen) depth++;
      if (tokens[at_].kind == Kind::RightParen && --depth == 0) return;
    }
  }

  void function(const std::vector<Token>& tokens, Item& out) {
    at_++;
    while (is_word(tokens, at_, ".attribute") || is_word(tokens, at_, ".noreturn")) {
      if (is_word(tokens, at_, ".attribute")) skip_parentheses(tokens, at_ + 1);
      at_++;
    }
    if (at_ < tokens.size() && tokens[at_].kind == Kind::LeftParen) {  // results
      skip_parentheses(tokens, at_);
      at_++;
    }
    if (at_ < tokens.size() && tokens[at_].kind == Kind::Identifier) out.name = text(tokens[at_++]);
    while (at_ < tokens.size() && tokens[at_].kind != Kind::LeftBrace &&
           tokens[at_].kind != Kind::Semicolon)
      at_++;
    out.has_body = at_ < tokens.size() && tokens[at_].kind == Kind::LeftBrace;
    if (out.has_body)
      skip_braces(tokens);
    else
      skip_to_semicolon(tokens);
  }

  Diagnostics diagnostics_;
  ptx::Lexer lexer_;
  size_t at_ = 0;
};

struct Text {
  SourcePtr source;
  std::vector<Token> tokens;
  std::vector<Item> items;
  std::set<std::string_view> renamed;  // its own names that other modules have too
};

class Joiner {
 public:
  explicit Joiner(const std::vector<SourcePtr>& modules) {
    for (const SourcePtr& source : modules) {
      Text& text = texts_.emplace_back();
      text.source = source;
      text.items = Splitter(source).run(text.tokens);
    }
  }

  SourcePtr run() {
    choose_definitions();
    find_local_names();
    std::string joined, name;
    for (size_t m = 0; m < texts_.size(); m++) {
      name += (m ? " + " : "") + texts_[m].source->name();
      write(m, joined);
    }
    return std::make_shared<Source>(name, joined);
  }

 private:
  struct Chosen {
    size_t module = 0;
    const Item* item = nullptr;
  };

  /// Of each name that modules share, the definition that remains.
  void choose_definitions() {
    auto rank = [](const Item& i) {
      return i.linkage == Linkage::Visible ? 2 : i.linkage == Linkage::Weak ? 1 : 0;
    };
    for (size_t m = 0; m < texts_.size(); m++) {
      for (const Item& item : texts_[m].items) {
        if (!item.is_definition() || item.is_local()) continue;
        Chosen& chosen = chosen_[item.name];
        if (chosen.item && rank(item) == 2 && rank(*chosen.item) == 2)
          throw InputError(fmt::format(
              "'{}' is defined in {} and in {}: modules that are linked "
              "can have one definition of a name",
              item.name, texts_[chosen.module].source->name(), texts_[m].source->name()));
        const bool better =
            !chosen.item || rank(item) > rank(*chosen.item) ||
            (rank(item) == 0 && rank(*chosen.item) == 0 && item.elements > chosen.item->elements);
        if (better) chosen = {m, &item};
      }
    }
  }

  void find_local_names() {
    std::map<std::string_view, size_t> modules;  // that use a name for themselves or share it
    for (const Text& text : texts_) {
      std::set<std::string_view> own;
      for (const Item& item : text.items)
        if (item.is_symbol) own.insert(item.name);
      for (std::string_view name : own) modules[name]++;
    }
    for (Text& text : texts_)
      for (const Item& item : text.items)
        if (item.is_local() && modules[item.name] > 1) text.renamed.insert(item.name);
  }

  bool is_dropped(size_t m, const Item& item) const {
    if (item.header) return m > 0;
    if (!item.is_symbol || text_renames(m, item)) return false;
    auto chosen = chosen_.find(item.name);
    if (chosen == chosen_.end()) return false;
    if (item.is_definition()) return chosen->second.item != &item;
    // A variable's declaration must not follow its definition; a function's may.
    return !item.is_function;
  }
  bool text_renames(size_t m, const Item& item) const {
    return texts_[m].renamed.contains(item.name);
  }

  void write(size_t m, std::string& out) const {
    const Text& text = texts_[m];
    const std::string_view all = text.source->text();
    size_t token = 0;
    uint32_t at = 0;
    for (const Item& item : text.items) {
      copy(all.substr(at, item.begin - at), out);
      for (; token < text.tokens.size() && text.tokens[token].offset < item.begin;) token++;
      at = item.begin;
      if (is_dropped(m, item)) {
        blank(all.substr(at, item.end - at), out);
        at = item.end;
        continue;
      }
      for (; token < text.tokens.size() && text.tokens[token].offset < item.end; token++) {
        const Token& t = text.tokens[token];
        const std::string_view word = all.substr(t.offset, t.length);
        out += all.substr(at, t.end() - at);
        at = t.end();
        if (t.kind == Kind::Identifier && text.renamed.contains(word))
          out += fmt::format("$module{}", m + 1);
      }
      out += all.substr(at, item.end - at);
      at = item.end;
    }
    copy(all.substr(at), out);
    if (!out.ends_with('\n')) out += '\n';
  }
  static void copy(std::string_view text, std::string& out) { out += text; }
  /// Lines remain, so that the numbers of those that follow do.
  static void blank(std::string_view text, std::string& out) {
    out.append(static_cast<size_t>(std::ranges::count(text, '\n')), '\n');
  }

  std::vector<Text> texts_;
  std::map<std::string_view, Chosen> chosen_;
};

}  // namespace

SourcePtr join_modules(const std::vector<SourcePtr>& modules) {
  if (modules.empty()) throw InputError("there are no modules to link");
  if (modules.size() == 1) return modules.front();
  return Joiner(modules).run();
}

}  // namespace heddle
