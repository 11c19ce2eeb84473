// The table maker's dilemma: in which arguments does a function come closer than a bound to where rounding
// changes? On a small interval the function is a line, and the question is for which x below `count`
// (b - a x) modulo 1 is below the bound; fractions are 32-bit integers. The three-distance theorem
// answers it in a few steps: the points a x cut the circle into arcs of two lengths only, and the longer
// ones are cut again and again by the shorter. A thread walks from arc to arc and follows the one that
// holds b. If it cannot exclude the interval, it looks at every argument.
//
// The control flow is unstructured: nested loops that are left from several places to several others.
extern "C" __global__ void tmd2(const uint2* lines, uint* found, uint intervals, uint n, uint count, uint bound) {
  uint me = thread_index();
  if (me >= n) return;
#pragma unroll 1
  for (uint interval = 0; interval < intervals; interval++) {
    uint2 line = lines[interval * n + me];
    uint a = line.x, b = line.y, first = count;
    uint x = a, y = -a, of_x = 1, of_y = 1;  // lengths of the arcs; of_x + of_y points so far
    uint d = b;                              // from b down to the nearest point
    bool in_x = d < x;
    if (!in_x) d -= x;
    if (d < bound || b < bound) goto search;
#pragma unroll 1
    while (true) {
      if (in_x) {
#pragma unroll 1
        while (x < y) {
          if (of_x + of_y >= count) goto excluded;
          y -= x;
          of_y += of_x;
        }
        if (of_x + of_y >= count) goto excluded;
        x -= y;
        of_x += of_y;
        if (d >= x) {
          d -= x;
          in_x = false;
          if (d < bound) goto search;
        }
      } else {
#pragma unroll 1
        while (y < x) {
          if (of_x + of_y >= count) goto excluded;
          x -= y;
          of_x += of_y;
        }
        if (of_x + of_y >= count) goto excluded;
        y -= x;
        of_y += of_x;
        if (d < x) {
          in_x = true;
        } else {
          d -= x;
          if (d < bound) goto search;
        }
      }
    }
  search:
#pragma unroll 1
    for (uint i = 0, distance = b; i < count; i++, distance -= a)
      if (distance < bound) {
        first = i;
        break;
      }
  excluded:
    found[interval * n + me] = first;
  }
}
