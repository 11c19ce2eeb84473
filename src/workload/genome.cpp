#include "workload/genome.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::workload {

std::vector<uint8_t> random_genome(Random random, size_t length) {
  std::vector<uint8_t> genome;
  while (genome.size() < length) {
    size_t stretch = std::min<size_t>(length - genome.size(), 16 + random.below(64));
    bool repeats = genome.size() > 2 * stretch && random.below(4) == 0;
    size_t from = repeats ? random.below(genome.size() - stretch) : 0;
    for (size_t i = 0; i < stretch; i++)
      genome.push_back(repeats ? genome[from + i] : static_cast<uint8_t>(random.below(4)));
  }
  return genome;
}

std::vector<uint8_t> random_reads(Random random, std::span<const uint8_t> genome, size_t count,
                                  size_t length, uint32_t error_percent) {
  std::vector<uint8_t> reads;
  for (size_t read = 0; read < count; read++) {
    size_t from = random.below(genome.size() - length + 1);
    for (size_t i = 0; i < length; i++) {
      bool wrong = random.below(100) < error_percent;
      reads.push_back(wrong ? static_cast<uint8_t>(random.below(4)) : genome[from + i]);
    }
  }
  return reads;
}

std::vector<uint32_t> suffix_array(std::span<const uint8_t> text) {
  std::vector<uint32_t> suffixes(text.size());
  std::iota(suffixes.begin(), suffixes.end(), 0u);
  std::ranges::sort(suffixes, [&](uint32_t a, uint32_t b) {
    return std::ranges::lexicographical_compare(text.subspan(a), text.subspan(b));
  });
  return suffixes;
}

std::vector<uint32_t> common_prefixes(std::span<const uint8_t> text,
                                      std::span<const uint32_t> suffixes) {
  std::vector<uint32_t> shared(suffixes.size());
  for (size_t i = 1; i < suffixes.size(); i++) {
    auto a = text.subspan(suffixes[i - 1]), b = text.subspan(suffixes[i]);
    auto where = std::ranges::mismatch(a, b);
    shared[i] = static_cast<uint32_t>(where.in1 - a.begin());
  }
  return shared;
}

Occurrences longest_match(std::span<const uint8_t> text, std::span<const uint32_t> suffixes,
                          std::span<const uint8_t> pattern) {
  Occurrences found;
  uint32_t first = 0, last = static_cast<uint32_t>(suffixes.size());
  for (uint32_t length = 0; length < pattern.size(); length++) {
    // Narrows the suffixes that match `length` characters to those that match one more.
    auto next = [&](uint32_t suffix) {
      return suffix + length < text.size() ? int{text[suffix + length]} : -1;
    };
    // Two searches: clang 14 cannot compile std::ranges::equal_range.
    auto range = suffixes.subspan(first, last - first);
    auto begin = std::ranges::lower_bound(range, int{pattern[length]}, {}, next);
    auto end = std::ranges::upper_bound(range, int{pattern[length]}, {}, next);
    if (begin == end) break;
    last = first + static_cast<uint32_t>(end - range.begin());
    first += static_cast<uint32_t>(begin - range.begin());
    found = {length + 1, first, last};
  }
  return found;
}

}  // namespace heddle::workload
