// Which instructions of a kernel only lead out of it (exits.cpp). Used by lowering alone.
#pragma once

#include "program/program.hpp"

namespace heddle {

/// Fills Function::leads_out.
void mark_exits(Function& function);

}  // namespace heddle
