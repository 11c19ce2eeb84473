#include "study/ablation_text.hpp"

#include <fmt/format.h>

#include "study/document.hpp"

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

/// The claim as the text alone has it, then with every change.
std::string claim_lines(const ClaimResult& r) {
  bool held_by_text = r.verdict != Verdict::WithReading;
  std::string verdict =
      held_by_text ? verdict_text(r) : std::string(verdict_name(Verdict::NotHeld));
  std::string text = markdown_line({fmt::format("`{}`", r.claim->id), "the text alone",
                                    measured_text(r), fmt::format("*{}*", verdict)});
  for (const AblationResult& a : r.ablations)
    text += markdown_line({"", fmt::format("{} ({})", a.ablation->title, kind_of(*a.ablation)),
                           values_text(*r.claim, a.values),
                           fmt::format("*{}*", verdict_name(a.verdict))});
  return text;
}

template <class Choose>
std::string claims_table(const Evaluation& evaluation, Choose chosen) {
  std::string lines;
  for (const ClaimResult& r : evaluation.claims)
    if (!r.ablations.empty() && chosen(r)) lines += claim_lines(r);
  if (lines.empty()) return {};
  return markdown_line({"claim", "measured with", "ours", "verdict"}) +
         markdown_line(std::vector<std::string>(4, "---")) + lines + "\n";
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

std::string dependences_markdown(const Study& study, const Evaluation& evaluation) {
  if (study.ablations.empty()) return {};
  return "## What the claims depend on\n\n"
         "Claims measured again with one thing changed. A *reading* rests on a sentence of the "
         "paper and counts as one; a *sensitivity* rests on none: it shows what the number depends "
         "on and changes no verdict.\n\n" +
         changes_table(study) + claims_table(evaluation, [](const ClaimResult&) { return true; });
}

std::string open_claims_markdown(const Evaluation& evaluation) {
  return claims_table(evaluation, [](const ClaimResult& r) {
    return r.verdict == Verdict::NotHeld || r.verdict == Verdict::WithReading;
  });
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
