// Breadth-first search with a queue: one thread per node of the frontier, one launch per level. Whoever
// reaches a node first puts it into the next frontier. Every branch is an if without else, and lists of
// neighbours differ in length.
constexpr uint kUnreached = 0xffffffff;

extern "C" __global__ void expand(const uint* starts, const uint* edges, uint* levels, const uint* frontier,
                                  uint* next, uint* next_count, uint count, uint level) {
  uint me = thread_index();
  if (me < count) {
    uint node = frontier[me], end = starts[node + 1];
#pragma unroll 1
    for (uint i = starts[node]; i < end; i++) {
      uint neighbour = edges[i];
      if (levels[neighbour] == kUnreached) {
        if (atomicCAS(&levels[neighbour], kUnreached, level) == kUnreached)
          next[atomicAdd(next_count, 1u)] = neighbour;
      }
    }
  }
}
