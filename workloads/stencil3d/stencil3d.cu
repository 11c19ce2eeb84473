// Seven-point stencil on a box, Jacobi iteration. A block owns a tile of columns (x, y) and walks
// along z: what is above and below stays in registers, the plane of the tile is shared. Threads at the
// tile's edge find a neighbour in memory instead: both sides of these branches have something to do.
extern "C" __global__ void stencil(const float* from, float* to, uint nx, uint ny, uint nz) {
  extern __shared__ float tile[];
  uint tx = threadIdx.x, ty = threadIdx.y, width = blockDim.x, height = blockDim.y;
  uint x = blockIdx.x * width + tx + 1, y = blockIdx.y * height + ty + 1;
  bool inside = x < nx - 1 && y < ny - 1;
  uint me = ty * width + tx, plane = nx * ny, index = y * nx + x;
  float below = 0, here = 0;
  if (inside) {
    below = from[index];
    here = from[index + plane];
  }
#pragma unroll 1
  for (uint z = 1; z < nz - 1; z++) {
    index += plane;
    tile[me] = here;
    __syncthreads();
    if (inside) {
      float above = from[index + plane], around = above + below;
      if (tx > 0)
        around += tile[me - 1];
      else
        around += __ldg(&from[index - 1]);
      if (tx < width - 1 && x < nx - 2)
        around += tile[me + 1];
      else
        around += __ldg(&from[index + 1]);
      if (ty > 0)
        around += tile[me - width];
      else
        around += __ldg(&from[index - nx]);
      if (ty < height - 1 && y < ny - 2)
        around += tile[me + width];
      else
        around += __ldg(&from[index + nx]);
      to[index] = around * (1.0f / 36) - here * (1.0f / 6);
      below = here;
      here = above;
    }
    __syncthreads();
  }
}
