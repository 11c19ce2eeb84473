// The device properties that a program can query. Their values come from the preset, so that a
// program that sizes its grids by the number of cores fits the simulated machine. cudaDeviceProp
// has a different layout in each major version; each layout is a table of attributes in order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cudart/gpu.hpp"

namespace heddle::cudart {

/// The value of a cudaDeviceAttr; nothing for a number that is none.
std::optional<int> attribute(Gpu& gpu, int number);
std::string device_name(Gpu& gpu);

enum class PropertyLayout { Cuda11, Cuda12, Cuda13 };
/// The bytes of a cudaDeviceProp.
std::vector<std::byte> device_properties(Gpu& gpu, PropertyLayout layout);

}  // namespace heddle::cudart
