// Part of cooperative_groups.h; the name is for programs that include it.
#pragma once
#include "../cooperative_groups.h"
