// Temperatures on a chip. A block loads a tile and computes several steps of it in shared memory; the
// outermost cells of the tile lose their neighbours step by step, so each step has one ring of threads
// less. Cells beyond the chip's edge have the edge's temperature.
extern "C" __global__ void hotspot(const float* power, const float* from, float* to, uint n, uint steps) {
  extern __shared__ float part[];
  uint tile = blockDim.x, inner = tile - 2 * steps, tx = threadIdx.x, ty = threadIdx.y, area = tile * tile;
  int x = (int)(blockIdx.x * inner + tx) - (int)steps, y = (int)(blockIdx.y * inner + ty) - (int)steps, last = n - 1;
  float *now = part, *next = part + area;
  uint me = ty * tile + tx;
  bool on_chip = x >= 0 && x <= last && y >= 0 && y <= last;
  float heat = 0;
  if (on_chip) {
    now[me] = from[y * n + x];
    heat = power[y * n + x];
  }
  __syncthreads();
#pragma unroll 1
  for (uint step = 1; step <= steps; step++) {
    bool known = tx >= step && tx < tile - step && ty >= step && ty < tile - step;
    if (known && on_chip) {
      float here = now[me];
      float west = x > 0 ? now[me - 1] : here, east = x < last ? now[me + 1] : here;
      float north = y > 0 ? now[me - tile] : here, south = y < last ? now[me + tile] : here;
      next[me] = here + 0.1f * (heat + (north + south - 2.0f * here) * 0.8f + (east + west - 2.0f * here) * 0.8f +
                                (80.0f - here) * 0.05f);
    }
    __syncthreads();
    float* other = now;
    now = next;
    next = other;
  }
  if (on_chip && tx >= steps && tx < tile - steps && ty >= steps && ty < tile - steps) to[y * n + x] = now[me];
}
