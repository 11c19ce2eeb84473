// mummer, whose loops read parameters again.
#include "../reread_parameters.h"
#include "../mummer/mummer.cu"
