// Part of cuda_runtime.h; the name is for programs that include it.
#pragma once
#include "cuda_runtime.h"
