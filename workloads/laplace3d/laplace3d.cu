// A step of Jacobi's iteration for Laplace's equation in a box: every point becomes the mean of its
// six neighbours, those of the hull stay. A block owns a tile of columns and goes through the box
// plane by plane: three planes of the tile with its halo lie in shared memory and are turned.

struct Box {
  const float* values;
  uint width, height, depth;
};

// Of a row of the tile with its halo in shared memory.
static __device__ uint pitch() { return blockDim.x + 2; }

// A plane of the tile and of the points around it. The threads at its sides load the halo too: few
// of a warp do.
static __device__ void load_plane(float* plane, const Box& box, uint z) {
  uint x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  uint here = (threadIdx.y + 1) * pitch() + threadIdx.x + 1;
  const float* from = box.values + (z * box.height + y) * box.width + x;
  if (x < box.width && y < box.height) {
    plane[here] = *from;
    if (threadIdx.x == 0 && x > 0) plane[here - 1] = from[-1];
    if (threadIdx.x == blockDim.x - 1 && x + 1 < box.width) plane[here + 1] = from[1];
    if (threadIdx.y == 0 && y > 0) plane[here - pitch()] = *(from - box.width);
    if (threadIdx.y == blockDim.y - 1 && y + 1 < box.height) plane[here + pitch()] = from[box.width];
  }
}

extern "C" __global__ void jacobi(const float* from, float* to, uint width, uint height,
                                  uint depth) {
  extern __shared__ float planes[];
  uint plane = pitch() * (blockDim.y + 2);
  Box box{from, width, height, depth};
  uint x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  uint here = (threadIdx.y + 1) * pitch() + threadIdx.x + 1;
  bool inside = x < width && y < height;
  bool hull_column = x == 0 || x + 1 == width || y == 0 || y + 1 == height;
  float* below = planes;
  float* middle = planes + plane;
  float* above = planes + 2 * plane;
  load_plane(middle, box, 0);
#pragma unroll 1
  for (uint z = 0; z < depth; z++) {
    if (z + 1 < depth) load_plane(above, box, z + 1);
    __syncthreads();
    if (inside) {
      float* out = to + (z * height + y) * width + x;
      if (hull_column || z == 0 || z + 1 == depth) {
        *out = middle[here];
      } else {
        *out = (middle[here - 1] + middle[here + 1] + middle[here - pitch()] +
                middle[here + pitch()] + below[here] + above[here]) * (1.0f / 6);
      }
    }
    __syncthreads();
    float* old = below;
    below = middle;
    middle = above;
    above = old;
  }
}
