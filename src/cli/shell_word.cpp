#include "cli/shell_word.hpp"

#include <fmt/format.h>

#include <string_view>

namespace heddle {

std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  const bool plain = !word.empty() && word.find_first_not_of(kPlain) == word.npos;
  return plain ? word : fmt::format("'{}'", word);
}

std::string program_words(std::span<const std::string> program) {
  std::string text;
  if (!program.empty()) text = " --";
  for (const std::string& word : program) text += " " + shell_word(word);
  return text;
}

}  // namespace heddle
