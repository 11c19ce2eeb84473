// The Mandelbrot set with a barrier of the whole block in the loop: after every `steps` iterations
// the threads of a block agree whether any of them still iterates. Pixels that escaped wait for the
// others at the barrier, so no warp runs ahead, and what is lost is lost inside the loop.
extern "C" __global__ void mandelbrot(uint* counts, uint width, uint height, uint limit, uint steps) {
  uint x = thread_index(), y = blockIdx.y;
  float cr = -2.2f + 3.2f * (float)x / (float)width;
  float ci = -1.6f + 3.2f * (float)y / (float)height;
  float zr = 0, zi = 0;
  uint count = 0;
  bool inside = x < width;
#pragma unroll 1
  while (__syncthreads_or(inside)) {
    if (!inside) continue;
    uint stop = min(count + steps, limit);
#pragma unroll 1
    while (inside && count < stop) {
      float next = fmaf(zr, zr, fmaf(-zi, zi, cr));
      zi = fmaf(2 * zr, zi, ci);
      zr = next;
      count++;
      inside = fmaf(zr, zr, zi * zi) <= 4.0f;
    }
    if (count == limit) inside = false;
  }
  if (x < width) counts[y * width + x] = count;
}
