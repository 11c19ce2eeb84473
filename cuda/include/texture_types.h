// Part of cuda_runtime.h; the name is for programs that include it.
#pragma once
#define __TEXTURE_TYPES_H__  // programs ask for it
#include "cuda_runtime.h"
