// Prices of European calls by a binomial tree, one block per option: the values at the leaves, then step
// by step back to the root. Each step has one node less, so the last warp of every step is partial.
struct Tree {
  float price, strike, up, rise, fall;  // up: logarithm of one step; rise, fall: discounted chances
};

extern "C" __global__ void binomial_options(const Tree* trees, float* values, uint steps) {
  extern __shared__ float nodes[];
  Tree tree = trees[blockIdx.x];
  float *now = nodes, *next = nodes + steps + 1;
#pragma unroll 1
  for (uint i = threadIdx.x; i <= steps; i += blockDim.x) {
    float leaf = tree.price * __expf(tree.up * (2.0f * (float)i - (float)steps));
    now[i] = fmaxf(leaf - tree.strike, 0);
  }
#pragma unroll 1
  for (uint step = steps; step > 0; step--) {
    __syncthreads();
#pragma unroll 1
    for (uint i = threadIdx.x; i < step; i += blockDim.x) next[i] = tree.rise * now[i + 1] + tree.fall * now[i];
    float* other = now;
    now = next;
    next = other;
  }
  if (threadIdx.x == 0) values[blockIdx.x] = now[0];
}
