// Instruction counts of eight kinds of basic blocks, for artificial traces.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::limit {

inline const std::vector<uint32_t> kWeights{3, 1, 4, 1, 5, 9, 2, 6};

}  // namespace heddle::limit
