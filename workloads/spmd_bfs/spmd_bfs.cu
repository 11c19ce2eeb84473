// Breadth-first search by persistent threads, with two passes over all nodes per level and a barrier after each: nodes of
// the frontier mark their unvisited neighbours; marked nodes become the next frontier. Every branch is an if without
// else, and lists of neighbours differ in length.
extern "C" __global__ void spmd_bfs(const uint* starts, const uint* edges, uchar* frontier, uchar* marked, uchar* visited,
                                    uint* levels, uint* found, uint n) {
#pragma unroll 1
  for (uint level = 1;; level++) {
#pragma unroll 1
    for (uint i = threadIdx.x; i < n; i += blockDim.x) {
      if (frontier[i]) {
        frontier[i] = 0;
        uint end = starts[i + 1];
#pragma unroll 1
        for (uint e = starts[i]; e < end; e++) {
          uint neighbour = edges[e];
          if (!visited[neighbour]) {
            levels[neighbour] = level;
            marked[neighbour] = 1;
          }
        }
      }
    }
    __syncthreads();
#pragma unroll 1
    for (uint i = threadIdx.x; i < n; i += blockDim.x) {
      if (marked[i]) {
        frontier[i] = 1;
        visited[i] = 1;
        *found = level;
        marked[i] = 0;
      }
    }
    __syncthreads();
    if (*found != level) break;
  }
}
