// Loads plug-ins (plugin.hpp). Their libraries stay loaded until the process ends: objects that
// they made may live as long.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "extension/extensions.hpp"

namespace heddle {

/// What the library adds; its digest is that of the file's bytes. Throws IoError if the file cannot
/// be read, and UsageError, which says what to do, if it is no plug-in or one for another build.
Extension load_plugin(const std::filesystem::path& file);

/// All of them, in addition to what is known. Throws as load_plugin and extend do. A library that
/// is named twice is loaded once.
ExtensionsPtr load_plugins(std::span<const std::string> files, const ExtensionsPtr& known = {});

}  // namespace heddle
