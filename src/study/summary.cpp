#include "study/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "study/document.hpp"

namespace heddle::study {

namespace {

constexpr std::array kAllVerdicts = {Verdict::Close, Verdict::Held, Verdict::NotHeld,
                                     Verdict::Reported, Verdict::NotMeasured};

/// Measured claims with this verdict; those by construction are counted apart.
size_t counted(const Evaluation& e, Verdict verdict) {
  return static_cast<size_t>(std::ranges::count_if(e.claims, [&](const ClaimResult& r) {
    return r.verdict == verdict && !r.claim->construction;
  }));
}

size_t by_construction(const Evaluation& e) {
  return static_cast<size_t>(
      std::ranges::count_if(e.claims, [](const ClaimResult& r) { return r.claim->construction; }));
}

std::string claim_line(const ClaimResult& r, const std::string& size, bool with_verdict) {
  const Claim& c = *r.claim;
  std::vector<std::string> cells = {fmt::format("`{}`", c.id), c.text, paper_text(c),
                                    measured_text(r)};
  if (with_verdict) cells.push_back(fmt::format("*{}*", verdict_text(r)));
  cells.push_back(reason_text(r, size));
  return markdown_line(cells);
}

std::string counts_table(std::span<const Judged> all) {
  std::string text = "| paper | claims |";
  for (Verdict v : kAllVerdicts) text += fmt::format(" {} |", verdict_name(v));
  text += " by construction |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  std::array<size_t, kAllVerdicts.size() + 2> sums{};
  auto line = [](const std::string& name, std::span<const size_t> counts) {
    return fmt::format("| {} | {} |\n", name, fmt::join(counts, " | "));
  };
  for (const Judged& j : all) {
    std::array<size_t, sums.size()> counts{j.evaluation->claims.size()};
    for (size_t i = 0; i < kAllVerdicts.size(); i++)
      counts[i + 1] = counted(*j.evaluation, kAllVerdicts[i]);
    counts.back() = by_construction(*j.evaluation);
    for (size_t i = 0; i < sums.size(); i++) sums[i] += counts[i];
    text += line(j.study->paper, counts);
  }
  return text + line("all", sums) + "\n";
}

}  // namespace

std::string summary_markdown(std::span<const Judged> all, const std::string& size,
                             const std::string& command, const std::string& papers) {
  std::string text = fmt::format(
      "# What was reproduced\n\n"
      "Written by `{}`. A claim is *held* when sign and order are the paper's on our workloads and "
      "the paper's machine, *close* when the magnitude is inside the band as well; claims by "
      "construction are arithmetic on the configuration and counted apart. No latency, threshold "
      "or "
      "workload was chosen to make a claim hold; where one does not, the reason stands beside "
      "it.\n\n",
      command);
  text += counts_table(all);
  text += "## What does not hold, and why\n\n";
  for (const Judged& j : all) {
    std::string lines;
    for (const ClaimResult& r : j.evaluation->claims)
      if (r.verdict == Verdict::NotHeld || r.verdict == Verdict::NotMeasured)
        lines += claim_line(r, size, false);
    if (lines.empty()) continue;
    text += fmt::format(
        "### {0}: {1}\n\n| claim | | paper | ours | reason |\n| --- | --- | --- | --- "
        "| --- |\n{2}\n",
        j.study->paper, j.study->title, lines);
  }
  text += "## All claims\n\n";
  for (const Judged& j : all) {
    const std::string& paper = j.study->paper;
    text += fmt::format(
        "### {}\n\n| claim | | paper | ours | verdict | reason |\n"
        "| --- | --- | --- | --- | --- | --- |\n",
        papers.empty() ? paper : fmt::format("[{0}]({1}/{0}.md)", paper, papers));
    for (const ClaimResult& r : j.evaluation->claims) text += claim_line(r, size, true);
    text += "\n";
  }
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

std::string summary_text(std::span<const Judged> all) {
  std::string text = fmt::format("{:<16}", "paper");
  for (Verdict v : kAllVerdicts) text += fmt::format("{:>14}", verdict_name(v));
  text += fmt::format("{:>18}\n", "by construction");
  for (const Judged& j : all) {
    text += fmt::format("{:<16}", j.study->paper);
    for (Verdict v : kAllVerdicts) text += fmt::format("{:>14}", counted(*j.evaluation, v));
    text += fmt::format("{:>18}\n", by_construction(*j.evaluation));
  }
  return text;
}

}  // namespace heddle::study
