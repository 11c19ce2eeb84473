#include "cudart/modules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace heddle::cudart {

namespace {

/// Each file's PTX for this device; an -rdc program has one text per file.
std::vector<std::string> texts_of(const LinkedSet& set) {
  std::vector<std::string> texts;
  bool machine_code = false;
  for (const cuda::FatBinary& binary : set.binaries) {
    machine_code = machine_code || binary.machine_code > 0;
    if (const auto* image = cuda::choose_image(binary.ptx, Modules::kCapability))
      texts.push_back(image->text);
  }
  if (texts.empty())
    throw InputError(
        fmt::format("{} holds no PTX{}: compile it with 'heddle cc', or with nvcc and "
                    "-gencode arch=compute_75,code=compute_75",
                    set.name, machine_code ? ", only machine code for NVIDIA GPUs" : ""));
  return texts;
}

}  // namespace

uint32_t Modules::arch_of(const LinkedSet& set) {
  for (const cuda::FatBinary& binary : set.binaries)
    if (const auto* image = cuda::choose_image(binary.ptx, kCapability); image && image->arch > 0)
      return image->arch;
  return kCapability;
}

Binary* Modules::add(const void* wrapper) {
  auto set = std::make_shared<LinkedSet>();
  set->name = fmt::format("fat binary {}", binaries_.size() + 1);
  set->binaries = cuda::parse_wrapper(wrapper);
  binaries_.push_back(std::make_unique<Binary>(Binary{std::move(set)}));
  return binaries_.back().get();
}

Binary* Modules::add_relocatable(const void* wrapper) {
  if (!relocatable_ || relocatable_->module) {
    relocatable_ = std::make_shared<LinkedSet>();
    relocatable_->name = "the program's linked device code";
  }
  for (cuda::FatBinary& binary : cuda::parse_wrapper(wrapper))
    relocatable_->binaries.push_back(std::move(binary));
  binaries_.push_back(std::make_unique<Binary>(Binary{relocatable_}));
  return binaries_.back().get();
}

void Modules::remove(Binary* binary) {
  auto found = std::ranges::find(binaries_, binary, &std::unique_ptr<Binary>::get);
  if (found == binaries_.end()) return;
  const std::shared_ptr<LinkedSet> set = (*found)->set;
  binaries_.erase(found);
  if (std::ranges::any_of(binaries_, [&](const auto& b) { return b->set == set; })) return;
  std::erase_if(kernels_, [&](const auto& k) {
    if (k.second->set != set) return false;
    handles_.erase(k.second.get());
    return true;
  });
  std::erase_if(variables_, [&](const auto& v) { return v.second.set == set; });
}

void Modules::add_kernel(Binary* binary, const void* stand_in, std::string name) {
  auto entry = std::make_unique<KernelEntry>(KernelEntry{binary->set, std::move(name), {}});
  handles_[entry.get()] = stand_in;
  kernels_[stand_in] = std::move(entry);
}

void Modules::add_variable(Binary* binary, const void* stand_in, std::string name, size_t size,
                           void** managed) {
  const bool on_host = std::ranges::any_of(managed_ranges_, [&](const auto& range) {
    return stand_in >= range.first && stand_in < range.second;
  });
  variables_[stand_in] = {binary->set, std::move(name), size, managed, on_host};
}

Module& Modules::module_of(LinkedSet& set) {
  if (set.module) return *set.module;
  std::map<std::string, Address> places;
  for (const auto& [stand_in, variable] : variables_) {
    if (!variable.on_host || variable.set.get() != &set) continue;
    const auto address = reinterpret_cast<Address>(stand_in);
    places[variable.name] = address;
    if (!device_.memory().find(address, variable.size))
      device_.memory().lend({static_cast<std::byte*>(const_cast<void*>(stand_in)), variable.size},
                            "managed variable '" + variable.name + "'");
  }
  device_.place_symbols(std::move(places));
  set.module = device_.load_linked(texts_of(set), set.name);
  device_.place_symbols({});
  return *set.module;
}

void Modules::place_on_host(const Binary* binary) {
  for (const auto& [stand_in, variable] : variables_)
    if (variable.on_host && variable.set == binary->set) {
      module_of(*variable.set);
      return;
    }
}

void Modules::place_managed() {
  for (auto& [stand_in, variable] : variables_) {
    if (!variable.managed) continue;
    const DeviceSymbol symbol = module_of(*variable.set).symbol(variable.name);
    *variable.managed = reinterpret_cast<void*>(symbol.address);
  }
}

KernelEntry* Modules::known_kernel(const void* stand_in) {
  if (auto at = kernels_.find(stand_in); at != kernels_.end()) return at->second.get();
  auto handle = handles_.find(static_cast<const KernelEntry*>(stand_in));
  return handle == handles_.end() ? nullptr : const_cast<KernelEntry*>(handle->first);
}

KernelEntry* Modules::find_kernel(const void* stand_in) {
  KernelEntry* entry = known_kernel(stand_in);
  if (entry && !entry->kernel) entry->kernel = module_of(*entry->set).kernel(entry->name);
  return entry;
}

std::optional<DeviceSymbol> Modules::find_variable(const void* stand_in) {
  auto at = variables_.find(stand_in);
  if (at == variables_.end()) {
    // The host knows a managed variable by the place it points to.
    for (const auto& [key, variable] : variables_)
      if (variable.managed && *variable.managed == stand_in)
        return module_of(*variable.set).find_symbol(variable.name);
    return std::nullopt;
  }
  return module_of(*at->second.set).find_symbol(at->second.name);
}

void Modules::unload() {
  for (auto& [stand_in, kernel] : kernels_) {
    kernel->kernel.reset();
    kernel->set->module.reset();
  }
  for (auto& [stand_in, variable] : variables_) variable.set->module.reset();
}

std::shared_ptr<LinkedSet> Modules::load_image(const void* image, std::string name) {
  auto set = std::make_shared<LinkedSet>();
  set->name = std::move(name);
  set->binaries = cuda::parse_image(image);
  module_of(*set);
  return set;
}

KernelEntry* Modules::kernel_of(const std::shared_ptr<LinkedSet>& set, std::string_view name) {
  for (auto& [key, entry] : kernels_)
    if (entry->set == set && entry->name == name) return entry.get();
  const std::vector<std::string> names = module_of(*set).kernels();
  if (std::ranges::find(names, name) == names.end()) return nullptr;
  auto entry = std::make_unique<KernelEntry>(KernelEntry{set, std::string(name), {}});
  entry->kernel = set->module->kernel(name);
  KernelEntry* made = entry.get();
  handles_[made] = made;
  kernels_[made] = std::move(entry);
  return made;
}

void Modules::forget(const std::shared_ptr<LinkedSet>& set) {
  std::erase_if(kernels_, [&](const auto& k) {
    if (k.second->set != set) return false;
    handles_.erase(k.second.get());
    return true;
  });
}

std::vector<std::string> Modules::names() const {
  std::vector<std::string> out;
  for (const auto& [stand_in, kernel] : kernels_) out.push_back(kernel->name);
  return out;
}

}  // namespace heddle::cudart
