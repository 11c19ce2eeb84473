// Textures and surfaces, which heddle does not have: programs that use them are told so, instead of
// that a name is unknown.
#pragma once

#if defined(__cplusplus) && defined(__CUDA__)
#define HEDDLE_NO_TEXTURES \
  __attribute__((unavailable("heddle has no textures and surfaces (docs/cuda.md)")))
struct HEDDLE_NO_TEXTURES cudaResourceDesc {};
struct HEDDLE_NO_TEXTURES cudaResourceViewDesc {};
struct HEDDLE_NO_TEXTURES cudaTextureDesc {};
#define HEDDLE_ACCESS(function)     \
  template <class T, class... Rest> \
  HEDDLE_NO_TEXTURES __device__ T function(Rest...);
HEDDLE_ACCESS(tex1Dfetch)
HEDDLE_ACCESS(tex1D)
HEDDLE_ACCESS(tex2D)
HEDDLE_ACCESS(tex3D)
HEDDLE_ACCESS(tex1DLod)
HEDDLE_ACCESS(tex2DLod)
HEDDLE_ACCESS(tex3DLod)
HEDDLE_ACCESS(tex1DLayered)
HEDDLE_ACCESS(tex2DLayered)
HEDDLE_ACCESS(tex2Dgather)
HEDDLE_ACCESS(texCubemap)
HEDDLE_ACCESS(surf1Dread)
HEDDLE_ACCESS(surf2Dread)
HEDDLE_ACCESS(surf3Dread)
#undef HEDDLE_ACCESS
#define HEDDLE_ACCESS(function)     \
  template <class T, class... Rest> \
  HEDDLE_NO_TEXTURES __device__ void function(T, Rest...);
HEDDLE_ACCESS(surf1Dwrite)
HEDDLE_ACCESS(surf2Dwrite)
HEDDLE_ACCESS(surf3Dwrite)
#undef HEDDLE_ACCESS
#undef HEDDLE_NO_TEXTURES
#endif
