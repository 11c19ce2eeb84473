// lucas2015's micro-benchmark: of every warp, the threads of a chosen mask run a chain of arithmetic; the
// others sit it out. With the number of warps it spans the plane of the paper's Figure 5.
extern "C" __global__ void active_threads(float* values, uint mask, uint iterations) {
  uint me = thread_index();
  float v = values[me];
  if (mask >> lane_id() & 1) {
#pragma unroll 1
    for (uint i = 0; i < iterations; i++) {
      v = fmaf(v, 0.75f, 0.25f);
      v = fmaf(v, 1.25f, -0.125f);
      v = fmaf(v, 0.75f, 0.125f);
      v = fmaf(v, 1.25f, -0.25f);
    }
    values[me] = v;
  }
}
