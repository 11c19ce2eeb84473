// A text file compiled into the program (cmake/embed_texts.cmake).
#pragma once

#include <string_view>

namespace heddle {

struct EmbeddedText {
  std::string_view name;  // file name without folder and extension
  std::string_view text;
};

}  // namespace heddle
