// As a compiler may translate kernels that keeps no parameters in registers: loops read them again.
#undef PARAMETER
#define PARAMETER(value, type, constraint, place)                                            \
  ({                                                                                         \
    auto again = value;                                                                      \
    asm volatile("ld.param." type " %0, [" place "];" : "=" constraint(again));              \
    again;                                                                                   \
  })
