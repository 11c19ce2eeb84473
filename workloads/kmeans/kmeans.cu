// k-means clustering of bytes. Centres are fixed-point numbers in rising order, so a point's nearest centre
// is found by walking along them for as long as they come nearer: every thread stops where its point
// says. Sums of clusters change only with points that change sides.
constexpr uint kScale = 16;  // of centres

static __device__ uint distance(uint point, uint centre) { return (uint)abs((int)(point * kScale) - (int)centre); }

extern "C" __global__ void assign(const uchar* points, const uint* centres, uint* clusters, uint* sums,
                                  uint* counts, uint* changes, uint n, uint k) {
  uint stride = gridDim.x * blockDim.x;
#pragma unroll 1
  for (uint i = thread_index(); i < n; i += stride) {
    uint point = points[i], nearest = 0, least = distance(point, centres[0]);
#pragma unroll 1
    while (nearest + 1 < k) {
      uint next = distance(point, centres[nearest + 1]);
      if (next > least) break;
      least = next;
      nearest++;
    }
    uint old = clusters[i];
    if (nearest != old) {
      clusters[i] = nearest;
      if (old < k) {
        atomicAdd(&sums[old], -point);
        atomicAdd(&counts[old], -1u);
      }
      atomicAdd(&sums[nearest], point);
      atomicAdd(&counts[nearest], 1u);
      atomicAdd(changes, 1u);
    }
  }
}

// A cluster without points keeps its centre.
extern "C" __global__ void move_centres(uint* centres, const uint* sums, const uint* counts, uint k) {
  uint me = thread_index();
  if (me < k && counts[me] > 0) centres[me] = sums[me] * kScale / counts[me];
}
