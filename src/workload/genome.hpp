// Random genomes, reads of them, and their suffix array, for the workloads that align DNA.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "launch/fill.hpp"

namespace heddle::workload {

/// Bases are 0 to 3. Some stretches repeat earlier ones, as in real genomes.
std::vector<uint8_t> random_genome(Random random, size_t length);

/// `count` reads of `length` bases each, one after the other: stretches of the genome in which
/// every base is wrong with a probability of `error_percent`.
std::vector<uint8_t> random_reads(Random random, std::span<const uint8_t> genome, size_t count,
                                  size_t length, uint32_t error_percent);

/// The start of each suffix, in lexicographic order; a prefix sorts before longer suffixes.
std::vector<uint32_t> suffix_array(std::span<const uint8_t> text);

/// For each suffix of the array, how many characters it shares with its predecessor; 0 for the
/// first.
std::vector<uint32_t> common_prefixes(std::span<const uint8_t> text,
                                      std::span<const uint32_t> suffixes);

/// The longest beginning of `pattern` that occurs in the text, and where in the array its
/// occurrences are: [first, last). An empty one occurs nowhere.
struct Occurrences {
  uint32_t length = 0, first = 0, last = 0;
};
Occurrences longest_match(std::span<const uint8_t> text, std::span<const uint32_t> suffixes,
                          std::span<const uint8_t> pattern);

}  // namespace heddle::workload
