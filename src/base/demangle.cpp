#include "base/demangle.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

namespace heddle {

namespace {

// A substitution in a mangled name repeats an earlier part, which may itself contain substitutions:
// a short name can expand to gigabytes.
constexpr size_t kMaxLength = 2048;
constexpr ptrdiff_t kMaxSubstitutions = 24;

bool is_safe_to_demangle(std::string_view name) {
  ptrdiff_t substitutions = 0;
  for (size_t i = 0; i < name.size(); i++) substitutions += name[i] == 'S' || name[i] == 'T';
  return name.size() <= kMaxLength && substitutions <= kMaxSubstitutions;
}

/// The ways to write a name, from most to least specific, all without spaces.
constexpr size_t kForms = 6;
using Forms = std::array<std::string, kForms>;

std::string without_spaces(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](char c) { return c != ' '; });
  return out;
}

bool opens(char c) { return c == '(' || c == '<' || c == '[' || c == '{'; }
bool closes(char c) { return c == ')' || c == '>' || c == ']' || c == '}'; }

/// The start of the parameter list at the end of the text; the size of the text if there is none.
size_t find_parameters(std::string_view text) {
  if (!text.ends_with(')')) return text.size();
  int depth = 0;
  for (size_t i = text.size(); i-- > 0;) {
    depth += closes(text[i]) ? 1 : opens(text[i]) ? -1 : 0;
    if (depth == 0) return i;
  }
  return text.size();
}

/// The text after the last `separator` outside all brackets.
std::string_view after_last(std::string_view text, std::string_view separator) {
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); i++) {
    depth += opens(text[i]) ? 1 : closes(text[i]) ? -1 : 0;
    if (depth == 0 && text.substr(i).starts_with(separator)) begin = i + separator.size();
  }
  return text.substr(begin);
}

std::string_view without_template(std::string_view name) {
  return name.ends_with('>') ? name.substr(0, name.find('<')) : name;
}

Forms forms_of(const std::string& whole) {
  const size_t parameters = find_parameters(whole);
  const std::string_view text = whole, name = after_last(text.substr(0, parameters), " ");
  const std::string_view plain = after_last(name, "::");
  const std::string_view prefix = name.substr(0, name.size() - plain.size());
  return {without_spaces(text),
          without_spaces(text.substr(static_cast<size_t>(name.data() - text.data()))),
          without_spaces(name),
          without_spaces(plain),
          without_spaces(prefix) + without_spaces(without_template(plain)),
          without_spaces(without_template(plain))};
}

}  // namespace

std::string demangled(std::string_view name) {
  std::string text(name);
  if (!name.starts_with("_Z") || !is_safe_to_demangle(name)) return text;
  int status = 0;
  std::unique_ptr<char, void (*)(void*)> shown(
      abi::__cxa_demangle(text.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && shown ? std::string(shown.get()) : text;
}

std::vector<size_t> find_named(std::string_view wanted, size_t count,
                               const std::function<std::string_view(size_t)>& name) {
  for (size_t i = 0; i < count; i++)
    if (name(i) == wanted) return {i};
  const std::string compact = without_spaces(wanted);
  std::array<std::vector<size_t>, kForms> found;
  for (size_t i = 0; i < count; i++) {
    const std::string whole = demangled(name(i));
    if (whole == name(i)) continue;
    const Forms forms = forms_of(whole);
    auto form = std::ranges::find(forms, compact);
    if (form != forms.end()) found[static_cast<size_t>(form - forms.begin())].push_back(i);
  }
  for (std::vector<size_t>& indices : found)
    if (!indices.empty()) return std::move(indices);
  return {};
}

}  // namespace heddle
