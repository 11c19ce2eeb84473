// Whether both sides of a branch have work. rhu2013 calls such a branch interleavable: its two
// paths can run in turn. An if without else is none, because one of its sides is the reconvergence
// point itself; neither is the branch that closes a simple loop.
#pragma once

#include "program/analysis/analysis.hpp"

namespace heddle {

/// For an instruction that ends a block. A block that only branches counts as no work.
bool has_two_sides(const FunctionAnalysis& analysis, Pc branch);

}  // namespace heddle
