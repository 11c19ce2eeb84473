// The profiler's part of the driver API.
#pragma once
#include "cuda.h"
