// heddle's host API in one include: load PTX, move data, launch kernels. See docs/api.md.
#pragma once

#include "base/error.hpp"
#include "host/buffer.hpp"
#include "host/device.hpp"
#include "host/module.hpp"
#include "host/stream.hpp"
#include "host/types.hpp"
