// visibility, whose loops read parameters again.
#include "../reread_parameters.h"
#include "../visibility/visibility.cu"
