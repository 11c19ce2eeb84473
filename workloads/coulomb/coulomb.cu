// Electrostatic potential of point charges on a plane of grid points, summed directly. A thread
// computes eight points that lie a block's width apart, so that an atom is read from constant
// memory once for all of them and stores of a warp are contiguous.

constexpr uint kMaxAtoms = 4000, kPoints = 8;

__constant__ float4 atoms[kMaxAtoms];  // x, y, squared distance from the plane, charge

extern "C" __global__ void potential(float* plane, uint width, uint count, float spacing) {
  uint column = blockIdx.x * blockDim.x * kPoints + threadIdx.x;
  uint row = blockIdx.y * blockDim.y + threadIdx.y;
  float x = (float)column * spacing, y = (float)row * spacing;
  float step = (float)blockDim.x * spacing;
  float sums[kPoints] = {};
#pragma unroll 1
  for (uint i = 0; i < count; i++) {
    float4 atom = atoms[i];
    float dx = x - atom.x, dy = y - atom.y;
    float off_row = dy * dy + atom.z;
#pragma unroll
    for (uint p = 0; p < kPoints; p++) {
      sums[p] += atom.w * __frsqrt_approx(dx * dx + off_row);
      dx += step;
    }
  }
  float* out = plane + row * width + column;
#pragma unroll
  for (uint p = 0; p < kPoints; p++) out[p * blockDim.x] += sums[p];
}
