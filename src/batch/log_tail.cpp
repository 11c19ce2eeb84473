#include "batch/log_tail.hpp"

#include <fstream>

namespace heddle::batch {

std::string log_tail(const std::filesystem::path& file, size_t most_lines) {
  constexpr std::streamoff kMostBytes = 4096;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return {};
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  const std::streamoff size = in.tellg();
  if (size <= 0) return {};
  in.seekg(std::max<std::streamoff>(0, size - kMostBytes));
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (size > kMostBytes) text.erase(0, text.find('\n') + 1);
  text.erase(text.find_last_not_of(" \n\r") + 1);
  size_t newline = text.size();
  for (size_t lines = 0; lines < most_lines && newline != text.npos; lines++)
    newline = newline == 0 ? text.npos : text.rfind('\n', newline - 1);
  if (newline != text.npos) text.erase(0, newline + 1);
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t') c = '?';
  return text;
}

}  // namespace heddle::batch
