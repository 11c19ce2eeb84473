// A fluid by the lattice Boltzmann method: two dimensions, nine directions. A cell gathers what its
// neighbours sent; a cell of the obstacle sends it back, a cell of the fluid lets it collide: both sides
// of the branch are full of work, and nine loads and nine stores per cell make memory the limit.
constexpr int kDirections = 9;
constexpr int to_x[kDirections] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constexpr int to_y[kDirections] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constexpr int opposite[kDirections] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
constexpr float weight[kDirections] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                                       1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

extern "C" __global__ void step(const float* from, float* to, const uchar* solid, uint width, uint height, float relax) {
  uint x = thread_index(), y = blockIdx.y, cells = width * height, me = y * width + x;
  if (x >= width) return;
  // Who sends towards +1, 0 and -1; the domain's edges touch each other.
  uint column[3] = {x + 1 == width ? 0 : x + 1, x, x == 0 ? width - 1 : x - 1};
  uint row[3] = {(y + 1 == height ? 0 : y + 1) * width, y * width, (y == 0 ? height - 1 : y - 1) * width};
  float f[kDirections];
#pragma unroll
  for (int d = 0; d < kDirections; d++) f[d] = from[d * cells + row[to_y[d] + 1] + column[to_x[d] + 1]];
  if (solid[me]) {
#pragma unroll
    for (int d = 0; d < kDirections; d++) to[opposite[d] * cells + me] = f[d];
  } else {
    float density = 0, flow_x = 0, flow_y = 0;
#pragma unroll
    for (int d = 0; d < kDirections; d++) {
      density += f[d];
      flow_x += to_x[d] * f[d];
      flow_y += to_y[d] * f[d];
    }
    flow_x /= density;
    flow_y /= density;
    float square = 1.5f * (flow_x * flow_x + flow_y * flow_y);
#pragma unroll
    for (int d = 0; d < kDirections; d++) {
      float along = 3.0f * (to_x[d] * flow_x + to_y[d] * flow_y);
      float balance = weight[d] * density * (1.0f + along + 0.5f * along * along - square);
      to[d * cells + me] = f[d] + relax * (balance - f[d]);
    }
  }
}
