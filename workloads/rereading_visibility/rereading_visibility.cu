// visibility as a compiler may translate it that keeps no parameters in registers: loops read them again.
#undef PARAMETER
#define PARAMETER(value, type, constraint, place)                                            \
  ({                                                                                         \
    auto again = value;                                                                      \
    asm volatile("ld.param." type " %0, [" place "];" : "=" constraint(again));              \
    again;                                                                                   \
  })
#include "../visibility/visibility.cu"
