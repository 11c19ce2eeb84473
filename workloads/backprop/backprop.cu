// Training of a neural network with one hidden layer, as far as it is parallel: the sums from many
// inputs to few hidden units, and the adjustment of the weights between them. A block has as many
// inputs (down) as hidden units (across); its sums are reduced in shared memory by threads whose row is a
// multiple of a growing power of two.

extern "C" __global__ void forward(const float* inputs, const float* weights, float* sums, uint hidden) {
  extern __shared__ float part[];
  uint side = blockDim.x, x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * side + y, column = blockIdx.x * side + x;
  float *input = part, *product = part + side;
  if (x == 0) input[y] = inputs[row];
  __syncthreads();
  product[y * side + x] = weights[row * hidden + column] * input[y];
  __syncthreads();
#pragma unroll 1
  for (uint power = 2; power <= side; power *= 2) {
    if (y % power == 0) product[y * side + x] += product[(y + power / 2) * side + x];
    __syncthreads();
  }
  if (y == 0) sums[blockIdx.y * hidden + column] = product[x];
}

// The same with powers of two computed in special function units, as in Rodinia's source: the loop's own
// instructions are then slow ones, and the same for all threads.
extern "C" __global__ void forward_sfu(const float* inputs, const float* weights, float* sums, uint hidden) {
  extern __shared__ float part[];
  uint side = blockDim.x, x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * side + y, column = blockIdx.x * side + x;
  float *input = part, *product = part + side;
  if (x == 0) input[y] = inputs[row];
  __syncthreads();
  product[y * side + x] = weights[row * hidden + column] * input[y];
  __syncthreads();
#pragma unroll 1
  for (int i = 1; i <= (int)(__log2f((float)side) + 0.5f); i++) {
    uint power = (uint)(__powf(2.0f, (float)i) + 0.5f);
    if (y % power == 0) product[y * side + x] += product[(y + power / 2) * side + x];
    __syncthreads();
  }
  if (y == 0) sums[blockIdx.y * hidden + column] = product[x];
}

extern "C" __global__ void adjust(const float* inputs, const float* deltas, float* weights, float* changes, uint hidden) {
  uint row = blockIdx.y * blockDim.x + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x, at = row * hidden + column;
  float change = 0.3f * deltas[column] * inputs[row] + 0.3f * changes[at];
  weights[at] += change;
  changes[at] = change;
}
