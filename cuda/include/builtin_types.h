// Types of the runtime API; the name is for programs that include it.
#pragma once
#define __BUILTIN_TYPES_H__  // programs ask for it
#include "device_types.h"
#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"
