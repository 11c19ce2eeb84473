// A file that was compiled in (cmake/embed_texts.cmake).
#pragma once

#include <string_view>

namespace heddle {

struct EmbeddedText {
  std::string_view name;  // of the file, without folder and ending
  std::string_view text;
};

}  // namespace heddle
