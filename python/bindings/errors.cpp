// heddle's errors as the exceptions of heddle/errors.py, which has a class for each, with the same
// texts. What tells more than a text becomes an attribute.
#include <filesystem>

#include "base/error.hpp"
#include "bindings.hpp"
#include "extension/extensions.hpp"
#include "host/launch_check.hpp"

namespace heddle::python {

namespace {

py::object error_class(const char* name) { return py::module_::import("heddle.errors").attr(name); }

void raise(const char* name, const std::exception& e) {
  py::object type = error_class(name);
  PyErr_SetString(type.ptr(), e.what());
}

void raise_launch(const LaunchError& e) {
  constexpr const char* kOf[] = {"grid", "block", "shared"};
  py::object type = error_class("LaunchError");
  py::object error = type(e.what());
  error.attr("of") = kOf[static_cast<size_t>(e.what_of)];
  PyErr_SetObject(type.ptr(), error.ptr());
}

void raise_execution(const ExecutionError& e) {
  constexpr const char* kKinds[] = {"bad address", "misaligned", "stack", "assertion", "other"};
  const ExecutionSite& s = e.site;
  py::object type = error_class("ExecutionError");
  py::object error = type(e.what());
  error.attr("kind") = kKinds[static_cast<size_t>(e.kind)];
  error.attr("site") = error_class("Site")(
      s.kernel, py::make_tuple(s.block[0], s.block[1], s.block[2]),
      py::make_tuple(s.thread[0], s.thread[1], s.thread[2]), s.file, s.line, s.instruction);
  PyErr_SetObject(type.ptr(), error.ptr());
}

/// The most derived classes first.
void translate(std::exception_ptr pointer) {
  try {
    if (pointer) std::rethrow_exception(pointer);
  } catch (const ExecutionError& e) {
    raise_execution(e);
  } catch (const DeadlockError& e) {
    raise("DeadlockError", e);
  } catch (const LimitError& e) {
    raise("LimitError", e);
  } catch (const KernelError& e) {
    raise("KernelError", e);
  } catch (const LaunchError& e) {
    raise_launch(e);
  } catch (const UsageError& e) {
    raise("UsageError", e);
  } catch (const InputError& e) {
    raise("InputError", e);
  } catch (const IoError& e) {
    raise("IoError", e);
  } catch (const UnsupportedError& e) {
    raise("UnsupportedError", e);
  } catch (const InterruptedError& e) {
    raise("InterruptedError", e);
  } catch (const PluginError& e) {
    raise("PluginError", e);
  } catch (const Error& e) {
    raise("Error", e);
  } catch (const std::filesystem::filesystem_error& e) {
    raise("IoError", e);
  }
}

}  // namespace

void bind_errors(py::module_&) { py::register_exception_translator(translate); }

}  // namespace heddle::python
