// Prices of European calls by simulation, one block per option: each thread adds up the payoffs of its
// paths, then the block adds up its threads. A path that ends without profit adds nothing.
struct Contract {
  float price, strike, drift, spread;
};

extern "C" __global__ void monte_carlo(const Contract* contracts, const float* normals, float* means, uint paths) {
  extern __shared__ float part[];
  Contract contract = contracts[blockIdx.x];
  float sum = 0;
#pragma unroll 1
  for (uint i = threadIdx.x; i < paths; i += blockDim.x) {
    float end = contract.price * __expf(contract.drift + contract.spread * normals[i]);
    float profit = end - contract.strike;
    if (profit > 0) {
      keep_branch();
      sum += profit;
    }
  }
  part[threadIdx.x] = sum;
#pragma unroll 1
  for (uint half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0) means[blockIdx.x] = part[0] / (float)paths;
}
