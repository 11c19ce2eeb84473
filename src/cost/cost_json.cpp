#include "cost/cost_json.hpp"

namespace heddle {

namespace {

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json list(const std::vector<StructureCost>& structures) {
  Json out = Json::array();
  for (const StructureCost& s : structures)
    out.push_back({{"name", s.name},
                   {"entries", s.entries},
                   {"content", s.content},
                   {"bits", s.bits},
                   {"area_mm2", number(s.area)}});
  return out;
}

Json files(const std::vector<RegisterFileArea>& list) {
  Json out = Json::array();
  for (const RegisterFileArea& file : list) {
    Json components = Json::array();
    for (const FileComponent& c : file.components)
      components.push_back({{"name", c.name},
                            {"width_bits", c.width},
                            {"size", c.size},
                            {"number", c.number},
                            {"area_mm2", c.area}});
    out.push_back({{"title", file.title}, {"components", components}, {"area_mm2", file.area()}});
  }
  return out;
}

}  // namespace

Json cost_json(const HardwareCost& cost) {
  Json out;
  out["structures"] = list(cost.structures);
  out["changes"] = list(cost.changes);
  out["replaced"] = list(cost.replaced);
  out["register_files"] = files(cost.files);
  out["proposed"] = cost.proposed;
  out["bits"] = cost.bits() ? Json(*cost.bits()) : Json(nullptr);
  out["area_mm2"] = number(cost.area());
  out["core_area_mm2"] = number(cost.core_area());
  out["cores"] = cost.cores;
  out["total_area_mm2"] = number(cost.total_area());
  out["chip"] =
      cost.chip ? Json{{"name", cost.chip->name}, {"area_mm2", cost.chip->area}} : Json(nullptr);
  out["chip_share"] = number(cost.chip_share());
  out["notes"] = cost.notes;
  return out;
}

}  // namespace heddle
