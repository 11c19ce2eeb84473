// Parses text into a syntax tree. Bad text never throws: errors go to `diagnostics`, and parsing
// recovers at the next statement so that one run reports several errors. Linear in the length of
// the text.
#pragma once

#include "base/diagnostic.hpp"
#include "base/interrupt.hpp"
#include "ptx/ast.hpp"

namespace heddle::ptx {

/// The result is meaningful only when `diagnostics` has no errors. Throws InterruptedError only.
Module parse(SourcePtr source, Diagnostics& diagnostics, Interrupt interrupt = {});

}  // namespace heddle::ptx
