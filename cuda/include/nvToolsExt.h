// The name is for programs that include it.
#pragma once
#include "nvtx3/nvToolsExt.h"
