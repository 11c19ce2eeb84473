#include "study/ablation_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/document.hpp"
#include "study/part.hpp"

namespace heddle::study {

namespace {

std::string kind_of(const Ablation& a) { return a.reading.empty() ? "sensitivity" : "reading"; }

std::string changes_table(const Study& study) {
  std::string text = markdown_line({"change", "kind", "what is changed", "rests on"});
  text += markdown_line(std::vector<std::string>(4, "---"));
  for (const Ablation& a : study.ablations)
    text += markdown_line({a.title, kind_of(a), fmt::format("{}", fmt::join(a.changes, ", ")),
                           a.reading.empty() ? "–" : a.reading});
  return text + "\n";
}

/// "without LU (reading)".
std::string named(const Ablation& a) {
  return a.reading.empty() ? a.title : fmt::format("{} (reading)", a.title);
}

/// The cells of one line: what it is, a number per measure, the verdict.
template <class Value>
std::string numbers_line(const std::string& what, const Claim& claim, Value value,
                         const std::string& verdict) {
  std::vector<std::string> cells = {what};
  for (size_t i = 0; i < claim.measures.size(); i++) {
    const Measure& m = claim.measures[i];
    std::optional<double> x = value(i);
    cells.push_back(x ? number_text(*x, m.unit, m.digits) : "");
  }
  cells.push_back(verdict.empty() ? "" : fmt::format("*{}*", verdict));
  return markdown_line(cells);
}

/// As the text alone has it, before any reading.
std::string verdict_by_text(const ClaimResult& r) {
  return r.verdict == Verdict::WithReading ? std::string(verdict_name(Verdict::NotHeld))
                                           : verdict_text(r);
}

}  // namespace

std::string values_text(const Claim& claim, const std::vector<double>& values) {
  std::string text;
  for (size_t i = 0; i < values.size(); i++) {
    const Measure& m = claim.measures[i];
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", m.title.empty() ? "" : m.title + " ",
                        number_text(values[i], m.unit, m.digits));
  }
  return text;
}

std::string changes_markdown(const ClaimResult& r, const std::string& size) {
  const Claim& c = *r.claim;
  std::vector<std::string> header = {"measured with"};
  for (const Measure& m : c.measures) header.push_back(m.title.empty() ? "value" : m.title);
  header.push_back("verdict");
  std::string text;
  if (!c.paper.empty()) text = fmt::format("The paper: {}.\n\n", c.paper);
  text += markdown_line(header) + markdown_line(std::vector<std::string>(header.size(), "---"));
  if (std::ranges::any_of(c.measures, [](const Measure& m) { return m.paper.has_value(); }))
    text += numbers_line(
        "the paper", c, [&](size_t i) { return c.measures[i].paper; }, "");
  auto measured = [](const std::vector<double>& values) {
    return [&](size_t i) { return std::optional(values[i]); };
  };
  const std::string at = judged_size(c, size);
  text += numbers_line(at == size ? "the text alone" : fmt::format("the text alone, size {}", at),
                       c, measured(r.values), verdict_by_text(r));
  for (const AblationResult& a : r.ablations)
    text += numbers_line(named(*a.ablation), c, measured(a.values),
                         std::string(verdict_name(a.verdict)));
  return text + "\n";
}

std::string holds_with(const ClaimResult& r) {
  std::string text;
  for (const AblationResult& a : r.ablations)
    if (a.verdict == Verdict::Close || a.verdict == Verdict::Held)
      text += fmt::format("{}{}", text.empty() ? "" : "; ", named(*a.ablation));
  return text;
}

std::string dependences_markdown(const Study& study, const Evaluation& evaluation,
                                 const std::string& size) {
  if (study.ablations.empty()) return {};
  std::string text =
      "## What the claims depend on\n\n"
      "Claims measured again with one thing changed. A *reading* rests on a sentence of the "
      "paper and counts as one; a *sensitivity* rests on none: it shows what the number depends "
      "on and changes no verdict.\n\n" +
      changes_table(study);
  for (const ClaimResult& r : evaluation.claims)
    if (!r.ablations.empty())
      text +=
          fmt::format("### `{}`: {}\n\n{}", r.claim->id, r.claim->text, changes_markdown(r, size));
  return text;
}

std::string ablation_lines(const ClaimResult& result, size_t indent) {
  std::string text;
  for (const AblationResult& a : result.ablations)
    text += fmt::format("{}{} ({}): {}: {}\n", std::string(indent, ' '), a.ablation->title,
                        kind_of(*a.ablation), verdict_name(a.verdict),
                        values_text(*result.claim, a.values));
  return text;
}

}  // namespace heddle::study
