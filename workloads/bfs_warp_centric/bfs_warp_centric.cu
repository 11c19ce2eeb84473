// Breadth-first search where `width` lanes work together: a group takes `chunk` nodes one after the
// other, and its lanes share the neighbours of a node. With groups as wide as a warp, only the end of
// a list of neighbours diverges, and neighbours are read side by side.
constexpr uint kUnreached = 0xffffffff;

extern "C" __global__ void expand(const uint* starts, const uint* edges, uint* levels, uint* more, uint n,
                                  uint level, uint width, uint chunk) {
  uint lane = threadIdx.x % width;
  uint first = thread_index() / width * chunk, last = min(first + chunk, n);
#pragma unroll 1
  for (uint node = first; node < last; node++) {
    if (levels[node] == level) {
      uint end = starts[node + 1];
#pragma unroll 1
      for (uint i = starts[node] + lane; i < end; i += width) {
        uint neighbour = edges[i];
        if (levels[neighbour] == kUnreached) {
          levels[neighbour] = level + 1;
          *more = 1;
        }
      }
    }
  }
}
