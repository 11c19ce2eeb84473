#pragma once
#define __DEVICE_TYPES_H__  // programs ask for it
#include "host_defines.h"

enum cudaRoundMode {
  cudaRoundNearest,
  cudaRoundZero,
  cudaRoundPosInf,
  cudaRoundMinInf,
};
