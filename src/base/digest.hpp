// Digests of texts: 128 bits that tell any two texts apart which nobody made to look alike.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

/// 32 hexadecimal digits.
std::string digest_of(std::string_view text);

}  // namespace heddle
