#include "study/parse_claims.hpp"

#include <algorithm>
#include <array>

#include "study/part_reader.hpp"

namespace heddle::study {

namespace {

class ClaimReader : PartReader {
 public:
  using PartReader::PartReader;

  void read(const toml::table& root) {
    for (const toml::table* t : tables(root, "claim")) read_claim(*t);
  }

 private:
  void read_claim(const toml::table& t) {
    check_keys(t, "[[claim]]",
               {"id", "text", "paper", "value", "unit", "digits", "band", "measure", "holds",
                "construction", "reported", "reason", "size"});
    Claim claim;
    claim.id = required(t, "id");
    claim.text = required(t, "text");
    claim.construction = boolean(t, "construction").value_or(false);
    claim.reported = boolean(t, "reported").value_or(false);
    claim.reason = string(t, "reason").value_or("");
    read_sizes(t, claim);
    if (const toml::node* paper = t.get("paper"); paper && paper->is_string())
      claim.paper = string(t, "paper").value_or("");
    if (t.contains("value")) read_measure(t, claim);
    for (const toml::table* m : tables(t, "measure")) {
      check_keys(*m, "[[claim.measure]]", {"title", "value", "unit", "digits", "paper", "band"});
      read_measure(*m, claim);
    }
    if (t.contains("holds")) {
      claim.holds = expression(t, "holds");
      if (claim.holds) check_number(*claim.holds, *t.get("holds"), Line::None);
    }
    if (claim.measures.empty() && !claim.holds && !claim.reported)
      error(t, "a claim needs a 'value', [[claim.measure]] or 'holds'");
    study_.claims.push_back(std::move(claim));
  }

  /// size.SIZE = "OTHER": where SIZE is asked for, the claim is judged at OTHER.
  void read_sizes(const toml::table& t, Claim& claim) {
    const toml::node* node = t.get("size");
    if (!node) return;
    const toml::table* sizes = node->as_table();
    if (!sizes)
      return error(*node, "write size.small = \"paper\": judged at paper instead of small");
    check_keys(*sizes, "'size'", {"tiny", "small", "paper"});
    for (const auto& [size, value] : *sizes) {
      std::string judged = string(*sizes, size.str()).value_or("");
      if (std::ranges::find(kSizes, judged) == std::end(kSizes))
        error(value, fmt::format("there is no size '{}'; sizes are tiny, small and paper", judged));
      claim.size[std::string(size.str())] = judged;
    }
  }

  void read_measure(const toml::table& t, Claim& claim) {
    auto formula = expression(t, "value");
    if (!formula) return;
    check_number(*formula, *t.get("value"), Line::None);
    Measure m;
    m.title = string(t, "title").value_or("");
    m.value = std::move(*formula);
    m.unit = string(t, "unit").value_or("");
    m.digits = static_cast<int>(count(t, "digits", 9).value_or(1));
    if (const toml::node* paper = t.get("paper"); paper && !paper->is_string())
      m.paper = floating(t, "paper");
    if (const toml::node* band = t.get("band")) m.band = read_band(*band);
    claim.measures.push_back(std::move(m));
  }

  std::optional<std::pair<double, double>> read_band(const toml::node& node) {
    const toml::array* list = node.as_array();
    auto number = [&](size_t i) { return list->get(i)->value<double>(); };
    if (list && list->size() == 2 && number(0) && number(1) && *number(0) <= *number(1))
      return std::pair{*number(0), *number(1)};
    error(node, "'band' must be two numbers, the lower first");
    return std::nullopt;
  }

  static constexpr auto kSizes = std::to_array<std::string_view>({"tiny", "small", "paper"});
};

}  // namespace

void read_claims(Diagnostics& diagnostics, const toml::table& root, Study& study) {
  ClaimReader(diagnostics, study).read(root);
}

}  // namespace heddle::study
