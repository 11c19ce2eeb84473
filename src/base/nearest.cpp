#include "base/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace heddle {

namespace {

/// Number of insertions, deletions, replacements and swaps of adjacent letters.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); i++) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); j++) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

std::string suggest(std::string_view wrong, size_t count,
                    const std::function<std::string_view(size_t)>& name) {
  if (wrong.empty() || wrong.size() > 64) return {};
  size_t best = std::max<size_t>(1, wrong.size() / 3) + 1;
  std::string_view found;
  for (size_t i = 0; i < count; i++) {
    size_t distance = edit_distance(wrong, name(i));
    if (distance < best) {
      best = distance;
      found = name(i);
    }
  }
  return found.empty() ? std::string() : "; did you mean '" + std::string(found) + "'?";
}

}  // namespace heddle
