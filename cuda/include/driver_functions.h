// make_cudaExtent and the like.
#pragma once
#define __DRIVER_FUNCTIONS_H__  // programs ask for it

#include "driver_types.h"

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void* d, size_t p, size_t xsz, size_t ysz) {
  struct cudaPitchedPtr out;
  out.ptr = d;
  out.pitch = p;
  out.xsize = xsz;
  out.ysize = ysz;
  return out;
}
static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos out;
  out.x = x;
  out.y = y;
  out.z = z;
  return out;
}
static inline struct cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) {
  struct cudaExtent out;
  out.width = w;
  out.height = h;
  out.depth = d;
  return out;
}
