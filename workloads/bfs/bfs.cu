// Breadth-first search, one thread per node, two kernels per level: nodes of the frontier mark their
// unvisited neighbours; marked nodes become the next frontier. Every branch is an if without else, and
// lists of neighbours differ in length.
extern "C" __global__ void expand(const uint* starts, const uint* edges, uchar* frontier, uchar* marked,
                                  const uchar* visited, uint* levels, uint n) {
  uint me = thread_index();
  if (me < n && frontier[me]) {
    frontier[me] = 0;
    uint end = starts[me + 1], level = levels[me] + 1;
#pragma unroll 1
    for (uint i = starts[me]; i < end; i++) {
      uint neighbour = edges[i];
      if (!visited[neighbour]) {
        levels[neighbour] = level;
        marked[neighbour] = 1;
      }
    }
  }
}

extern "C" __global__ void advance(uchar* frontier, uchar* marked, uchar* visited, uint* more, uint n) {
  uint me = thread_index();
  if (me < n && marked[me]) {
    frontier[me] = 1;
    visited[me] = 1;
    *more = 1;
    marked[me] = 0;
  }
}
