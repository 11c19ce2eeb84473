#include "program/analysis/analysis.hpp"

namespace heddle {

void analyse_all(const ProgramPtr& module) { ProgramAnalysis analysis(module); }

}  // namespace heddle
