#pragma once
#define __HOST_CONFIG_H__  // programs ask for it
#include "host_defines.h"
