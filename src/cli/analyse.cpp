#include "program/analysis/analysis.hpp"

namespace heddle {

void analyse_all(const ModulePtr& module) { ProgramAnalysis analysis(module); }

}  // namespace heddle
