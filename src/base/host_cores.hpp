// How many cores of the host this process may use.
#pragma once

namespace heddle {

/// By affinity, and by the quota of the process's control group; at least 1.
unsigned host_cores();

}  // namespace heddle
