// Part of curand_kernel.h; the name is for programs that include it.
#pragma once
#include "curand_kernel.h"
