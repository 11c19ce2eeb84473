// Part of cuda_runtime.h; the name is for programs that include it.
#pragma once
#define __CUDA_PROFILER_API_H__  // programs ask for it
#include "cuda_runtime_api.h"
