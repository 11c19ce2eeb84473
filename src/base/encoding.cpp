#include "base/encoding.hpp"

namespace heddle {

std::string foreign_encoding(std::string_view text) {
  using namespace std::string_view_literals;
  const bool little = text.starts_with("\xff\xfe"sv), big = text.starts_with("\xfe\xff"sv);
  const bool unmarked = text.size() >= 2 && (text[0] == '\0') != (text[1] == '\0');
  if (little || big || unmarked)
    return "this is UTF-16 text; convert it to UTF-8: iconv -f UTF-16 -t UTF-8 FILE >NEW";
  if (text.starts_with("\x7f"
                       "ELF"sv))
    return "this is an ELF file, not text; a compiled program may hold PTX: cuobjdump -ptx FILE";
  if (text.starts_with("\x1f\x8b"sv)) return "this is a compressed file: unpack it with gunzip";
  return {};
}

}  // namespace heddle
