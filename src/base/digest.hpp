// Digests of texts: 128 bits that differ for any two texts, unless somebody constructs a collision.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

/// 32 hexadecimal digits.
std::string digest_of(std::string_view text);

}  // namespace heddle
