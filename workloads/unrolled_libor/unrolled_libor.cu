// libor as another compiler may translate it: it unrolls loops where that pays, and computes the address
// of an element of an array from its index, instead of stepping a pointer through the array.
// options: -mllvm -disable-lsr
#undef KEEP_LOOP
#define KEEP_LOOP
#include "../libor/libor.cu"
