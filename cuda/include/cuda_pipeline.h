// The name is for programs that include it.
#pragma once
#include "cuda_pipeline_primitives.h"
