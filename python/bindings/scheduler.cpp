#include "scheduler.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "base/error.hpp"
#include "bindings.hpp"
#include "plugin/extend.hpp"
#include "sm/schedule/scheduler.hpp"

namespace heddle::python {

namespace {

/// An object of Python that may be dropped by any thread.
using SharedObject = std::shared_ptr<py::object>;

SharedObject share(py::object object) {
  return SharedObject(new py::object(std::move(object)), [](py::object* o) {
    py::gil_scoped_acquire gil;
    delete o;
  });
}

struct Candidate {
  uint32_t id, warp, pc, threads;
  uint64_t age, passed;
};

/// What a decision looks at; empty when the decision is over.
class DecisionView {
 public:
  explicit DecisionView(const SchedulerView& view) : view_(&view) {}
  void close() { view_ = nullptr; }

  std::vector<Candidate> candidates() const {
    std::vector<Candidate> list;
    const SchedulerView& v = view();
    v.candidates.for_each([&](GroupId g) {
      const GroupView& group = v.group[g];
      list.push_back(
          {g.value(), v.warp[g].value(), group.pc.value(), group.threads, v.age[g], group.passed});
    });
    return list;
  }
  std::vector<uint32_t> resident() const { return ids(view().resident); }
  std::vector<uint32_t> stalled() const { return ids(view().stalled); }

 private:
  const SchedulerView& view() const {
    if (!view_) throw UsageError("a scheduler's view is valid only while choose() runs");
    return *view_;
  }
  static std::vector<uint32_t> ids(const GroupSet& groups) {
    std::vector<uint32_t> list;
    groups.for_each([&](GroupId g) { list.push_back(g.value()); });
    return list;
  }

  const SchedulerView* view_;
};

class PythonScheduler final : public Scheduler {
 public:
  /// The object is made at the first decision: an engine makes its schedulers anew after a launch
  /// that failed, when no callbacks run.
  PythonScheduler(SharedObject type, std::shared_ptr<CallbackGuard> guard, bool stalls,
                  bool instructions)
      : type_(std::move(type)),
        guard_(std::move(guard)),
        looks_at_stalls_(stalls),
        ranks_instructions_(instructions) {}

  GroupId choose(const SchedulerView& view) override {
    // After a failure the run is about to end: until then any candidate will do.
    GroupId chosen = view.candidates.next(GroupId{0});
    guard_->call([&] {
      if (!object_) make();
      chosen = decide(view);
    });
    return chosen;
  }
  void issued(GroupId group) override {
    if (object_ && *issued_) guard_->call([&] { (*issued_)(group.value()); });
  }
  bool looks_at_groups() const override { return true; }
  bool looks_at_stalls() const override { return looks_at_stalls_; }
  bool ranks_instructions() const override { return ranks_instructions_; }

 private:
  void make() {
    const py::object made = (*type_)();
    choose_ = share(made.attr("choose"));
    // The base class's own method does nothing.
    const py::object base = py::module_::import("heddle.scheduler").attr("Scheduler");
    const bool own = !type_->attr("issued").is(base.attr("issued"));
    issued_ = share(own ? py::object(made.attr("issued")) : py::object());
    object_ = share(made);
  }

  GroupId decide(const SchedulerView& view) const {
    const py::object shown = py::cast(DecisionView(view));
    // Also when it throws: the traceback keeps what it was shown.
    struct Closing {
      DecisionView& view;
      ~Closing() { view.close(); }
    } closing{shown.cast<DecisionView&>()};
    const py::object answer = (*choose_)(shown);
    if (answer.is_none()) return kNoGroup;
    const long long id = id_of(answer);
    if (id < 0 || id >= kNoGroup.value() ||
        !view.candidates.has(GroupId(static_cast<uint32_t>(id))))
      throw UsageError(fmt::format("{}.choose returned {}, which is not one of the candidates",
                                   name(), py::repr(answer).cast<std::string>()));
    return GroupId(static_cast<uint32_t>(id));
  }
  /// Whole numbers of numpy are ids as well. -1: too large a number for one.
  long long id_of(const py::object& answer) const {
    if (py::isinstance<Candidate>(answer)) return answer.cast<const Candidate&>().id;
    if (!PyIndex_Check(answer.ptr()) || PyBool_Check(answer.ptr()))
      throw UsageError(fmt::format("{}.choose returned {}; it returns a candidate, its id, or None",
                                   name(), py::repr(answer).cast<std::string>()));
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(answer.ptr()));
    if (!number) throw py::error_already_set();
    int overflow = 0;
    return PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  }
  std::string name() const { return type_->attr("__name__").cast<std::string>(); }

  SharedObject type_, object_, choose_, issued_;
  std::shared_ptr<CallbackGuard> guard_;
  bool looks_at_stalls_, ranks_instructions_;
};

/// A name, a sentence, the digest of the code, and the class.
using Entry = std::tuple<std::string, std::string, std::string, py::object>;

SchedulersPtr make_schedulers(const std::vector<Entry>& entries) {
  auto schedulers = std::make_shared<PythonSchedulers>();
  for (const auto& [name, sentence, digest, type] : entries) {
    const bool stalls = py::bool_(type.attr("looks_at_stalls"));
    const bool instructions = py::bool_(type.attr("ranks_instructions"));
    Extension extension{"python-" + name, digest,
                        "the class " + type.attr("__qualname__").cast<std::string>()};
    extension.schedulers.push_back(
        {name, sentence,
         [shared = share(type), guard = schedulers->guard, stalls,
          instructions](const MachineConfig&) -> std::unique_ptr<Scheduler> {
           return std::make_unique<PythonScheduler>(shared, guard, stalls, instructions);
         }});
    schedulers->extensions = extend(schedulers->extensions, std::move(extension));
  }
  return schedulers;
}

}  // namespace

void bind_schedulers(py::module_& module) {
  py::class_<Candidate>(module, "Group", "A group of threads that could issue now.")
      .def_readonly("id", &Candidate::id)
      .def_readonly("warp", &Candidate::warp)
      .def_readonly("pc", &Candidate::pc)
      .def_readonly("threads", &Candidate::threads)
      .def_readonly("age", &Candidate::age)
      .def_readonly("passed", &Candidate::passed)
      .def("__repr__", [](const Candidate& c) {
        return fmt::format("<heddle.Group {} warp={} pc={} threads={} age={}>", c.id, c.warp, c.pc,
                           c.threads, c.age);
      });
  py::class_<DecisionView>(module, "SchedulerView", "What a scheduler sees of its groups.")
      .def_property_readonly("candidates", &DecisionView::candidates)
      .def_property_readonly("resident", &DecisionView::resident)
      .def_property_readonly("stalled", &DecisionView::stalled);
  py::class_<PythonSchedulers, SchedulersPtr>(module, "Schedulers")
      .def(py::init(&make_schedulers), py::arg("entries"));
}

}  // namespace heddle::python
