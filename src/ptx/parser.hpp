// Text to syntax tree. Never throws on bad text: errors go to `diagnostics`, with recovery at the
// next statement, so that several are reported in one go. Linear in the length of the text.
#pragma once

#include "base/diagnostic.hpp"
#include "base/interrupt.hpp"
#include "ptx/ast.hpp"

namespace heddle::ptx {

/// The result is meaningful only when `diagnostics` has no errors. Throws InterruptedError only.
Module parse(SourcePtr source, Diagnostics& diagnostics, Interrupt interrupt = {});

}  // namespace heddle::ptx
