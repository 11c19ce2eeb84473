// Finite differences of a wave in three dimensions, four neighbours deep on each side. A block owns a
// column of the volume: planes pass through shared memory, the neighbours along z wait in registers.
// Threads near the tile's edge load the halo: two ifs without else per plane, the rest is regular.
constexpr uint kRadius = 4;
__constant__ float coefficient[kRadius + 1];

extern "C" __global__ void fdtd3d(const float* from, float* to, uint width, uint height, uint depth) {
  extern __shared__ float plane[];
  uint bx = blockDim.x, by = blockDim.y, tx = threadIdx.x, ty = threadIdx.y, pitch = bx + 2 * kRadius;
  uint row = width + 2 * kRadius, layer = row * (height + 2 * kRadius);
  uint at = (blockIdx.y * by + ty + kRadius) * row + blockIdx.x * bx + tx + kRadius;
  float* mine = plane + (ty + kRadius) * pitch + tx + kRadius;
  float behind[kRadius], here, ahead[kRadius];
#pragma unroll
  for (uint i = 0; i < kRadius; i++) behind[kRadius - 1 - i] = from[at + i * layer];
  here = from[at + kRadius * layer];
#pragma unroll
  for (uint i = 0; i < kRadius; i++) ahead[i] = from[at + (kRadius + 1 + i) * layer];
  at += kRadius * layer;
#pragma unroll 1
  for (uint z = 0; z < depth; z++) {
    __syncthreads();
    if (ty < kRadius) {
      mine[-(int)(kRadius * pitch)] = from[at - kRadius * row];
      mine[by * pitch] = from[at + by * row];
    }
    if (tx < kRadius) {
      mine[-(int)kRadius] = from[at - kRadius];
      mine[bx] = from[at + bx];
    }
    *mine = here;
    __syncthreads();
    float value = coefficient[0] * here;
#pragma unroll
    for (int i = 1; i <= (int)kRadius; i++)
      value += coefficient[i] * (behind[i - 1] + ahead[i - 1] + mine[-i] + mine[i] + mine[-i * (int)pitch] + mine[i * (int)pitch]);
    to[at] = value;
#pragma unroll
    for (int i = kRadius - 1; i > 0; i--) behind[i] = behind[i - 1];
    behind[0] = here;
    here = ahead[0];
#pragma unroll
    for (int i = 0; i + 1 < (int)kRadius; i++) ahead[i] = ahead[i + 1];
    at += layer;
    if (z + 1 < depth) ahead[kRadius - 1] = from[at + kRadius * layer];
  }
}
