// Command lines as a user would type them in a shell.
#pragma once

#include <span>
#include <string>

namespace heddle {

/// The word, in quotes if a shell would read it as something else.
std::string shell_word(const std::string& word);
/// " -- ./prog 1000": what follows heddle's own options; empty without a program.
std::string program_words(std::span<const std::string> program);

}  // namespace heddle
