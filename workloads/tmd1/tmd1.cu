// The table maker's dilemma as tmd2 has it, by refinement: an interval that cannot be excluded is halved
// until it is short enough to look at every argument.
//
// The code is laid out against the order in which threads should go on (thread frontiers assume that
// what comes later in the program stands later in memory): the blocks that a thread runs through most
// are said to be unlikely, so the compiler puts them behind the ones where threads meet again.
static __device__ bool rarely(bool condition) { return __builtin_expect_with_probability(condition, 0, 1.0); }

extern "C" __global__ void tmd1(const uint2* lines, uint* found, uint intervals, uint n, uint count, uint bound) {
  uint me = thread_index();
  if (me >= n) return;
#pragma unroll 1
  for (uint interval = 0; interval < intervals; interval++) {
    uint2 line = lines[interval * n + me];
    uint a = line.x, b = line.y, begin = 0, length = count, result = count;
#pragma unroll 1
    while (rarely(begin < count)) {
      uint x = a, y = -a, of_x = 1, of_y = 1, here = b - a * begin, d = here;
      bool excluded = false, in_x = d < x;
      if (!in_x) d -= x;
#pragma unroll 1
      while (rarely(here >= bound && d >= bound)) {
        if (rarely(of_x + of_y < length)) {
          if (rarely(in_x)) {
            if (x < y) {
              y -= x;
              of_y += of_x;
            } else {
              x -= y;
              of_x += of_y;
              if (rarely(d >= x)) {
                d -= x;
                in_x = false;
              }
            }
          } else if (rarely(y < x)) {
            x -= y;
            of_x += of_y;
          } else {
            y -= x;
            of_y += of_x;
            if (d < x)
              in_x = true;
            else
              d -= x;
          }
        } else {
          excluded = true;
          break;
        }
      }
      if (rarely(excluded)) {
        begin += length;
        length = min(count - begin, 2 * length);
        continue;
      }
      if (rarely(length > 8)) {
        length /= 2;
        continue;
      }
      uint end = begin + length, distance = here;
#pragma unroll 1
      for (; begin < end; begin++, distance -= a)
        if (distance < bound) {
          result = begin;
          goto known;
        }
      length = min(count - begin, 2 * length);
    }
  known:
    found[interval * n + me] = result;
  }
}
