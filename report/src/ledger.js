// The ledger: every claim with the paper's value, our value, a verdict and the reason.
import {choices, csvLink, h, prose} from "./dom.js";

export const kVerdicts = [
  ["close", "◆", "sign and order match the paper, and the magnitude is inside the band"],
  ["held", "●", "sign and order match the paper"],
  ["with a reading", "◐", "sign or order differ by the text alone, and match with a reading of the paper"],
  ["not held", "✕", "sign or order differ; the reason explains why"],
  ["reported", "○", "numbers without a verdict"],
  ["not measured", "–", "a run failed, or the formula lacks a value"],
];
const slug = (verdict) => verdict.replaceAll(" ", "-");

export const badge = (verdict) => {
  const [, icon, sentence] = kVerdicts.find(([v]) => v === verdict);
  return h(`span.badge.${slug(verdict)}`, {title: sentence}, h("span", {"aria-hidden": "true"}, icon), verdict);
};

/** The band, the paper's value and ours on one line. */
function gauge(measure) {
  const {band, paper, ours} = measure;
  if (ours === null || (!band && paper === null)) return null;
  const all = [ours, paper, ...(band ?? [])].filter((v) => v !== null);
  let low = Math.min(...all, 0 >= Math.min(...all) && 0 <= Math.max(...all) ? 0 : Infinity), high = Math.max(...all);
  if (low === high) { low -= 1; high += 1; }
  const space = (high - low) * 0.08;
  low -= space; high += space;
  const x = (v) => 4 + (112 * (v - low)) / (high - low);
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("class", "gauge");
  svg.setAttribute("viewBox", "0 0 120 16");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${measure.title} ours ${measure.text}, paper ${paper ?? "in words"}, band ${measure.band_text || "none"}`.trim());
  const add = (name, attributes) => {
    const e = document.createElementNS(ns, name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    svg.append(e);
  };
  add("line", {x1: 2, x2: 118, y1: 8, y2: 8, class: "axis"});
  if (low < 0 && high > 0) add("line", {x1: x(0), x2: x(0), y1: 3, y2: 13, class: "zero"});
  if (band) add("rect", {x: x(band[0]), width: Math.max(2, x(band[1]) - x(band[0])), y: 4, height: 8, rx: 2, class: "band"});
  if (paper !== null) add("path", {d: `M${x(paper)} 2.5l4 5.5-4 5.5-4-5.5z`, class: "paper"});
  add("circle", {cx: x(ours), cy: 8, r: 3.4, class: "ours"});
  const title = document.createElementNS(ns, "title");
  title.textContent = `${measure.title ? measure.title + ": " : ""}ours ${measure.text}${paper === null ? "" : `, paper ${paper}`}${measure.band_text ? `, band ${measure.band_text}` : ""}`;
  svg.append(title);
  return svg;
}

const value = (measure, text) => h("div.value", {}, measure.title ? h("span.of", {}, measure.title) : null, h("span.number", {}, text));

/** Paper, ours and gauge of each measure in a row of a grid, so that they stay aligned if a title takes several lines. */
function measuresOf(claim) {
  const {measures} = claim, words = claim.in_words || !measures.length;
  return h("td.measures", {colspan: 3}, h("div.grid", {},
    words ? h("div.words", {style: {gridRow: `1 / span ${Math.max(1, measures.length)}`}}, claim.paper || "–") : null,
    measures.length ? measures.map((m) => [words ? null : value(m, m.paper_text || "–"), value(m, m.text), gauge(m) ?? h("span.gauge")]) : h("div", {}, "–")));
}

/** The claim measured again with one thing changed: what it depends on. */
function ablations(claim) {
  if (!claim.ablations?.length) return null;
  const line = (a) => h("tr", {},
    h("td", {title: a.reading || a.changes.join(", ")}, a.title, " ", h("span.aside", {}, a.reading ? "reading" : "sensitivity")),
    h("td", {}, a.measures.map((m) => h("div.value", {}, m.title ? h("span.of", {}, m.title) : null, h("span.number", {}, m.text), gauge(m)))),
    h("td", {}, badge(a.verdict)));
  return h("details.ablations", {open: claim.verdict === "not held" || claim.verdict === "with a reading"},
    h("summary", {}, "with one thing changed"), h("table", {}, h("tbody", {}, claim.ablations.map(line))));
}

function claimRow(study, claim) {
  return h("tr", {"data-paper": study.name, "data-verdict": claim.verdict, id: `claim-${claim.id}`},
    h("td.verdict", {}, badge(claim.verdict), claim.construction ? h("span.aside", {title: "arithmetic on the configuration"}, "by construction") : null,
      claim.size ? h("span.aside", {title: "the size of the workloads"}, `at size ${claim.size}`) : null),
    h("td.claim", {}, h("div.text", {}, prose(claim.text)), h("div.id", {}, h("code", {}, claim.id), h("a", {href: `#/study/${study.name}`}, study.name))),
    measuresOf(claim),
    h("td.reason", {}, claim.reason ? prose(claim.reason) : null, ablations(claim)));
}

/** The number of claims per verdict, as one bar. */
function tally(study) {
  const measured = study.claims.filter((c) => !c.construction);
  const counts = kVerdicts.map(([v]) => [v, measured.filter((c) => c.verdict === v).length]).filter(([, n]) => n);
  const rest = study.claims.length - measured.length;
  return h("a.tally", {href: `#/study/${study.name}`},
    h("strong", {}, study.name), h("span.tally-title", {}, study.title),
    h("span.tally-bar", {"aria-hidden": "true"}, counts.map(([v, n]) => h(`span.${slug(v)}`, {style: {flexGrow: n}}, String(n)))),
    h("span.tally-text", {}, counts.map(([v, n]) => `${n} ${v}`).join(", "), rest ? `; ${rest} by construction` : ""));
}

export function ledgerTable(studies, {filters = true} = {}) {
  const claims = studies.flatMap((s) => s.claims.map((c) => [s, c]));
  const rows = claims.map(([s, c]) => claimRow(s, c));
  const papers = new Set(studies.map((s) => s.name)), verdicts = new Set(kVerdicts.map(([v]) => v));
  const search = h("input", {type: "search", placeholder: "search claims", "aria-label": "Search claims"});
  const shown = h("span.shown", {role: "status"});
  const body = h("tbody", {}, rows);
  const update = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !(papers.has(row.dataset.paper) && verdicts.has(row.dataset.verdict) && words.every((w) => text.includes(w)));
      n += !row.hidden;
    }
    shown.textContent = `${n} of ${rows.length} claims`;
  };
  search.addEventListener("input", update);
  const order = {text: (c) => c.id, verdict: (c) => kVerdicts.findIndex(([v]) => v === c.verdict), paper: (c) => c.paper, ours: (c) => c.measures[0]?.ours ?? -Infinity};
  const heads = [["verdict", "verdict"], ["claim", "text"], ["paper", "paper"], ["ours", "ours"], ["band, paper ◇, ours ●", null], ["reason", null]].map(([title, key]) =>
    h("th", {scope: "col", "aria-sort": key ? "none" : undefined}, key ? h("button.sort", {type: "button", onclick: (event) => {
      const head = event.currentTarget.parentElement;
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) if (other.hasAttribute("aria-sort")) other.setAttribute("aria-sort", "none");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const sorted = claims.map(([, c], i) => [order[key](c), rows[i], i]).sort((a, b) =>
        (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0) * (down ? -1 : 1) || a[2] - b[2]);
      body.append(...sorted.map(([, row]) => row));
    }}, title) : title));
  update();
  const csv = () => [["paper", "claim", "text", "paper's value", "ours", "verdict", "by construction", "reason"],
    ...claims.map(([s, c]) => [s.name, c.id, c.text, c.paper, c.ours, c.verdict, c.construction, c.reason])];
  return h("section.ledger", {},
    filters ? h("div.filters", {},
      studies.length > 1 ? choices("papers", studies.map((s) => [s.name, s.name]), papers, update) : null,
      choices("verdicts", kVerdicts.filter(([v]) => claims.some(([, c]) => c.verdict === v)).map(([v, icon]) => [v, h(`span.dot.${slug(v)}`, {"aria-hidden": "true"}, icon), v]), verdicts, update),
      search, shown, csvLink("claims", csv)) : null,
    h("div.scroll", {}, h("table.claims", {}, h("thead", {}, h("tr", {}, heads)), body)));
}

export function ledgerView(report) {
  const studies = report.studies.filter((s) => s.claims.length);
  return h("article", {},
    h("header.title", {}, h("h1", {}, report.title),
      h("p.lead", {}, "The papers' claims, measured again on one simulator. A claim is ", badge("held"), " if its sign and order match the paper, and ",
        badge("close"), " if its magnitude is also inside the band. ", badge("with a reading"), ": not by the text alone. Claims that are not held are measured again with one thing changed."),
      h("p.command", {}, h("code", {}, report.command))),
    h("div.tallies", {}, studies.map(tally)),
    ledgerTable(studies));
}
