// What the two APIs of one library have in common.
#pragma once

namespace heddle::cudart {

/// The driver API's code for a code of the runtime: the numbers agree but for a few.
int driver(int code);
/// The address of a function of the driver API by its name, with or without a version; null if
/// there is none.
void* driver_entry(const char* name);

}  // namespace heddle::cudart
