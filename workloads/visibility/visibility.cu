// Who sees what on a map with walls: each thread has a place and looks at every target, cell by cell along
// a straight line, until it arrives or meets a wall. Lines differ in length and end early: threads leave
// the inner loop at all times.
extern "C" __global__ void visibility(const uchar* walls, const int2* observers, const int2* targets, uint* seen,
                                      uint width, uint observer_count, uint target_count) {
  uint me = thread_index();
  if (me >= observer_count) return;
  int2 from = observers[me];
  uint visible = 0;
#pragma unroll 1
  for (uint t = 0; t < target_count; t++) {
    int2 to = targets[t];
    int dx = abs(to.x - from.x), dy = abs(to.y - from.y);
    int step_x = from.x < to.x ? 1 : -1, step_y = from.y < to.y ? 1 : -1;
    int x = from.x, y = from.y, error = dx - dy;
    bool arrived = false;
#pragma unroll 1
    while (!PARAMETER(walls, "u64", "l", "visibility_param_0")[
        (uint)y * PARAMETER(width, "u32", "r", "visibility_param_4") + (uint)x]) {
      arrived = x == to.x && y == to.y;
      if (arrived) break;
      int twice = 2 * error;
      if (twice > -dy) {
        error -= dy;
        x += step_x;
      }
      if (twice < dx) {
        error += dx;
        y += step_y;
      }
    }
    if (arrived) visible |= 1u << (t & 31);
    if ((t & 31) == 31 || t == target_count - 1) {
      seen[(t / 32) * observer_count + me] = visible;
      visible = 0;
    }
  }
}
