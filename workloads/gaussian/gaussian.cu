// Gaussian elimination without pivoting, one launch of both kernels per column: `multipliers` says
// how much of the pivot row each row below loses, `eliminate` takes it away, right-hand side
// included.

extern "C" __global__ void multipliers(const float* matrix, float* factors, uint n, uint pivot) {
  uint row = pivot + 1 + thread_index();
  if (row < n) factors[row] = matrix[row * n + pivot] / matrix[pivot * n + pivot];
}

// The same, but a thread compares its index with the number of rows below instead of its row with n:
// what does not depend on the thread stays apart from what does.
extern "C" __global__ void multipliers_by_rest(const float* matrix, float* factors, uint n, uint pivot) {
  uint index = thread_index();
  if (index >= n - 1 - pivot) return;
  uint row = index + pivot + 1;
  factors[row] = matrix[row * n + pivot] / matrix[pivot * n + pivot];
}

// x runs along rows of the remaining square, y along its columns.
extern "C" __global__ void eliminate(float* matrix, float* right, const float* factors, uint n,
                                     uint pivot) {
  uint row = pivot + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  uint column = pivot + blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;
  matrix[row * n + column] -= factors[row] * matrix[pivot * n + column];
  if (column == pivot) right[row] -= factors[row] * right[pivot];
}
