#include "json/json.hpp"
#include "limit/limit.hpp"

namespace heddle {

namespace {

Json counts_json(const LimitCounts& c, uint32_t warp) {
  return {{"launches", c.launches},
          {"threads", c.threads},
          {"warps", c.warps},
          {"trace_blocks", {{"min", c.shortest}, {"mean", c.mean_steps()}, {"max", c.longest}}},
          {"capped_warps", c.capped_warps},
          {"cut_threads", c.cut_threads},
          {"thread_instructions", c.thread_instructions},
          {"pdom_instructions", c.pdom_instructions},
          {"oracle_instructions", c.oracle_instructions},
          {"gain", c.gain()},
          {"pdom_simd_efficiency", c.pdom_efficiency(warp)},
          {"oracle_simd_efficiency", c.oracle_efficiency(warp)}};
}

}  // namespace

std::string to_json(const LimitResult& r) {
  Json json;
  json["workload"] = r.workload;
  json["size"] = r.choice ? Json(r.choice->size) : Json(nullptr);
  json["parameters"] = r.choice ? Json(r.choice->parameters) : Json(nullptr);
  json["seed"] = r.choice ? Json(r.choice->seed) : Json(nullptr);
  json["warp"] = r.warp;
  json["threads_per_launch"] = r.threads;
  json["cap"] = r.cap;
  json["kept_blocks"] = r.kept;
  json["wrong"] = r.wrong.empty() ? Json(nullptr) : Json(r.wrong);
  json["total"] = counts_json(r.total, r.warp);
  json["kernels"] = Json::array();
  for (const LimitKernel& k : r.kernels) {
    Json kernel{{"kernel", k.name}};
    kernel.update(counts_json(k.counts, r.warp));
    json["kernels"].push_back(std::move(kernel));
  }
  return indented(json);
}

}  // namespace heddle
