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

constexpr uint kRounds = 16;  // of all chains in an iteration, so that the loop itself hardly counts

// The same with eight chains that do not depend on each other: much parallelism within a warp.
extern "C" __global__ void independent_chains(float* values, uint mask, uint iterations) {
  uint me = thread_index();
  float v = values[me];
  if (mask >> lane_id() & 1) {
    float a = v, b = v, c = v, d = v, e = v, f = v, g = v, h = v;
#pragma unroll 1
    for (uint i = 0; i < iterations; i++) {
#pragma unroll
      for (uint round = 0; round < kRounds; round++) {
        a = fmaf(a, 0.75f, 0.25f);
        b = fmaf(b, 0.75f, 0.5f);
        c = fmaf(c, 0.75f, 0.75f);
        d = fmaf(d, 0.75f, 1.0f);
        e = fmaf(e, 0.75f, 1.25f);
        f = fmaf(f, 0.75f, 1.5f);
        g = fmaf(g, 0.75f, 1.75f);
        h = fmaf(h, 0.75f, 2.0f);
      }
    }
    values[me] = a + b + c + d + e + f + g + h;
  }
}
