// Adds the schedulers and workloads of a plug-in, or of a program that links the library, to those
// that are known. Whoever owns the result passes it on:
//
//   Extension mine{.name = "mine", .digest = sha256_of_its_source, .origin = "mine.cpp"};
//   mine.schedulers.push_back({"newest", "the warp that arrived last", make_newest});
//   ExtensionsPtr known = extend({}, std::move(mine));
//   ValidMachine machine = load_machine("fermi", "pdom", {{"arch.schedule=newest"}}, known);
#pragma once

#include "extension/extensions.hpp"

namespace heddle {

/// Throws UsageError, which names the extension's origin, if a name cannot be used or is taken, if
/// something has no code or no digest, and InputError for a bad description of a workload.
ExtensionsPtr extend(const ExtensionsPtr& known, Extension more);

}  // namespace heddle
