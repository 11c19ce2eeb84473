#include "study/document.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/ablation_text.hpp"

namespace heddle::study {

namespace {

std::string join(const std::vector<std::string>& parts, std::string_view between) {
  std::string all;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (!all.empty()) all += between;
    all += part;
  }
  return all;
}

std::string titled(const Measure& m, const std::string& text) {
  return m.title.empty() || text.empty() ? text : fmt::format("{} {}", m.title, text);
}

std::string cell_text(const Cell& cell, int digits) {
  std::string ours = number_text(cell.ours, "", digits);
  return cell.paper ? fmt::format("{} ({})", ours, number_text(*cell.paper, "", digits)) : ours;
}

std::string table_markdown(const TableResult& result) {
  const Table& t = *result.table;
  std::string text = fmt::format("### {}\n\n", t.title);
  if (!t.note.empty()) text += t.note + "\n\n";
  if (!t.paper.empty()) text += "The paper's values are in parentheses.\n\n";
  text += markdown_line(result.header);
  text += markdown_line(std::vector<std::string>(result.header.size(), "---"));
  for (const TableLine& line : result.lines) {
    std::vector<std::string> cells = {line.label};
    for (const Cell& cell : line.cells) cells.push_back(cell_text(cell, t.digits));
    text += markdown_line(cells);
  }
  return text + "\n";
}

std::string ledger(const Evaluation& evaluation, const std::string& size, bool construction) {
  std::string text = markdown_line({"claim", "", "paper", "band", "ours", "verdict", "reason"});
  text += markdown_line(std::vector<std::string>(7, "---"));
  for (const ClaimResult& r : evaluation.claims) {
    if (r.claim->construction != construction) continue;
    std::vector<std::string> bands;
    for (const Measure& m : r.claim->measures) bands.push_back(titled(m, band_text(m)));
    text += markdown_line({fmt::format("`{}`", r.claim->id), r.claim->text, paper_text(*r.claim),
                           join(bands, ", "), judged_text(r, size),
                           fmt::format("*{}*", verdict_text(r)), reason_text(r, size)});
  }
  return text + "\n";
}

/// Wraps the text at `columns` and indents each line.
std::string wrapped(const std::string& text, size_t indent, size_t columns) {
  std::string lines;
  size_t used = columns;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(' ', at), text.size());
    if (used + 1 + end - at > columns - indent) {
      if (!lines.empty()) lines += '\n';
      lines += std::string(indent, ' ');
      used = 0;
    } else {
      lines += ' ';
      used++;
    }
    lines += text.substr(at, end - at);
    used += end - at;
    at = end + 1;
  }
  return lines + "\n";
}

/// Pads to a display width, which may differ from the number of bytes.
std::string padded(const std::string& text, size_t width, bool right) {
  size_t shown = static_cast<size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
  std::string space(width > shown ? width - shown : 0, ' ');
  return right ? space + text : text + space;
}

std::string table_text(const TableResult& result) {
  std::vector<std::vector<std::string>> lines = {result.header};
  for (const TableLine& line : result.lines) {
    std::vector<std::string>& cells = lines.emplace_back(1, line.label);
    for (const Cell& cell : line.cells) cells.push_back(cell_text(cell, result.table->digits));
  }
  std::vector<size_t> widths(result.header.size());
  for (const auto& cells : lines)
    for (size_t i = 0; i < cells.size(); i++) widths[i] = std::max(widths[i], cells[i].size());
  std::string text = result.table->title + "\n";
  for (const auto& cells : lines) {
    std::string line = " ";
    for (size_t i = 0; i < cells.size(); i++) line += " " + padded(cells[i], widths[i], i > 0);
    text += line + "\n";
  }
  return text;
}

/// The number of claims per verdict.
std::string tally(const Evaluation& evaluation, bool construction) {
  std::vector<std::string> parts;
  for (Verdict v : kAllVerdicts) {
    size_t count = 0;
    for (const ClaimResult& r : evaluation.claims)
      count += r.verdict == v && r.claim->construction == construction;
    if (count > 0) parts.push_back(fmt::format("{} {}", count, verdict_name(v)));
  }
  return join(parts, ", ");
}

}  // namespace

std::string markdown_line(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (std::string cell : cells) {
    for (size_t at = 0; (at = cell.find('|', at)) != std::string::npos; at += 2)
      cell.insert(at, 1, '\\');  // a bar would end the cell
    line += fmt::format(" {} |", cell);
  }
  return line + "\n";
}

std::string reason_text(const ClaimResult& result, const std::string& size) {
  std::string reason = result.claim->reason;
  if (const Ablation* by = held_by(result); by && result.verdict == Verdict::WithReading)
    reason = fmt::format("Holds with the reading \"{}\".{}{}", by->title, reason.empty() ? "" : " ",
                         reason);
  if (size == kReasonSize) return reason;
  if (!reason.empty()) return fmt::format("at size {}: {}", kReasonSize, reason);
  return result.verdict == Verdict::NotHeld ? "no reason is given for this size" : "";
}

std::string band_text(const Measure& m) {
  if (!m.band) return {};
  std::string bare = m.unit.starts_with('+') ? "+" : "";
  std::string unit = m.unit.substr(bare.size());
  return fmt::format("{} … {}{}", number_text(m.band->first, bare, m.digits),
                     number_text(m.band->second, bare, m.digits), unit.empty() ? "" : " " + unit);
}

std::string measured_text(const ClaimResult& result) {
  return values_text(*result.claim, result.values);
}

std::string judged_text(const ClaimResult& result, const std::string& size) {
  std::string at = judged_size(*result.claim, size);
  return at == size ? measured_text(result)
                    : fmt::format("{} (size {})", measured_text(result), at);
}

std::string paper_text(const Claim& claim) {
  if (!claim.paper.empty()) return claim.paper;
  std::vector<std::string> parts;
  for (const Measure& m : claim.measures)
    if (m.paper) parts.push_back(titled(m, number_text(*m.paper, m.unit, m.digits)));
  return join(parts, ", ");
}

std::string to_markdown(const Study& study, const std::string& size, const Evaluation& evaluation) {
  std::string text = fmt::format("# {}: {}\n\n", study.paper, study.title);
  std::string machine = fmt::format("`{}`", study.preset);
  for (const std::string& setting : settings_at(study.machine, size))
    machine +=
        fmt::format(" {} `{}`", machine.ends_with(study.preset + "`") ? "with" : "and", setting);
  text += fmt::format(
      "Generated by `heddle reproduce {} --size {}` on the preset {} from `studies/{}.toml`; "
      "[studies.md](../studies.md) explains the format.\n\n",
      study.paper, size, machine, study.paper);
  if (!study.note.empty()) text += study.note + "\n\n";
  if (!evaluation.claims.empty()) {
    text += "## Claims\n\n";
    text += fmt::format(
        "{}. A claim is *held* if its sign and order match the paper, and *close* if its magnitude "
        "is also inside the band.{}\n\n",
        tally(evaluation, false),
        study.ablations.empty() ? ""
                                : " *With a reading*: it does not hold by the text alone, but with "
                                  "one of the readings below.");
    text += ledger(evaluation, size, false);
  }
  if (std::string by_construction = tally(evaluation, true); !by_construction.empty()) {
    text +=
        fmt::format("By construction (arithmetic on the configuration): {}.\n\n", by_construction);
    text += ledger(evaluation, size, true);
  }
  text += dependences_markdown(study, evaluation, size);
  text += "## Figures and tables\n\n";
  for (const TableResult& t : evaluation.tables) text += table_markdown(t);
  for (const RunFailure& f : evaluation.failures)
    text += fmt::format("**Failed**: {} under {}: {}\n\n", f.row, f.variant, f.what);
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

std::string claims_text(const Study& study, const std::string& size, const Evaluation& evaluation) {
  size_t id = 0, ours = 0;
  for (const ClaimResult& r : evaluation.claims) {
    id = std::max(id, r.claim->id.size());
    ours = std::max(ours, std::min<size_t>(60, measured_text(r).size()));
  }
  if (evaluation.claims.empty()) return {};
  std::string text = fmt::format("{}: {}\n", study.paper, study.title);
  for (const ClaimResult& r : evaluation.claims) {
    text += fmt::format("  {:<{}}  {:<14}  {:<{}}  {}\n", r.claim->id, id, verdict_text(r),
                        judged_text(r, size), ours,
                        paper_text(*r.claim).empty() ? "" : "paper: " + paper_text(*r.claim));
    bool open = r.verdict == Verdict::NotHeld || r.verdict == Verdict::WithReading;
    if (std::string reason = reason_text(r, size); open && !reason.empty())
      text += wrapped(reason, id + 4, 100);
    if (open) text += ablation_lines(r, id + 4);
  }
  text += fmt::format("claims: {}\n", tally(evaluation, false));
  if (std::string by_construction = tally(evaluation, true); !by_construction.empty())
    text += fmt::format("by construction: {}\n", by_construction);
  return text;
}

std::string tables_text(const Study& study, const Evaluation& evaluation) {
  std::string text = fmt::format("{}: {}\n", study.paper, study.title);
  for (const TableResult& t : evaluation.tables) text += "\n" + table_text(t);
  return text;
}

}  // namespace heddle::study
