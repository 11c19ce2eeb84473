// Best global alignment of two sequences by persistent threads, one anti-diagonal of the table after the other, with a
// barrier after each. Cell (y, x) is stored in line y + x at y, so that neighbours on an anti-diagonal lie side by side.
// The best of three ways into a cell is chosen by guarded moves.
extern "C" __global__ void spmd_needleman_wunsch(const uchar* down, const uchar* across, int* lines, uint n, int gap) {
  uint pitch = n + 1;
#pragma unroll 1
  for (uint line = 2; line <= 2 * n; line++) {
    uint first = 1, last = line - 1;
    if (line > n) {
      first = line - n;
      last = n;
    }
    int *now = lines + line * pitch, *before = now - pitch, *earlier = before - pitch;
#pragma unroll 1
    for (uint y = first + threadIdx.x; y <= last; y += blockDim.x) {
      int same = -3;
      move_if_equal(same, 5, (uint)down[y - 1], (uint)across[line - y - 1]);
      int best = earlier[y - 1] + same, above = before[y - 1] - gap, left = before[y] - gap;
      move_if_less(best, above, best, above);
      move_if_less(best, left, best, left);
      now[y] = best;
    }
    __syncthreads();
  }
}
