// Training of a neural network with one hidden layer, as far as it is parallel: the sums from many
// inputs to few hidden units, and the adjustment of the weights between them. A block has 16 inputs
// (down) and 16 hidden units (across); its sums are reduced in shared memory by threads whose row is a
// multiple of a growing power of two.
constexpr uint kSide = 16;

extern "C" __global__ void forward(const float* inputs, const float* weights, float* sums, uint hidden) {
  __shared__ float input[kSide], product[kSide][kSide];
  uint x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * kSide + y, column = blockIdx.x * kSide + x;
  if (x == 0) input[y] = inputs[row];
  __syncthreads();
  product[y][x] = weights[row * hidden + column] * input[y];
  __syncthreads();
#pragma unroll 1
  for (uint power = 2; power <= kSide; power *= 2) {
    if (y % power == 0) product[y][x] += product[y + power / 2][x];
    __syncthreads();
  }
  if (y == 0) sums[blockIdx.y * hidden + column] = product[0][x];
}

extern "C" __global__ void adjust(const float* inputs, const float* deltas, float* weights, float* changes, uint hidden) {
  uint row = blockIdx.y * kSide + threadIdx.y, column = blockIdx.x * kSide + threadIdx.x, at = row * hidden + column;
  float change = 0.3f * deltas[column] * inputs[row] + 0.3f * changes[at];
  weights[at] += change;
  changes[at] = change;
}
