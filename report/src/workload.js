// The page of a workload: lanes over time, the whole launch, control flow and code.
import {hcl} from "d3";
import {Plot, style, tipStyle} from "./charts.js";
import {choice, choices, count, csvLink, h, number} from "./dom.js";
import {card, legend} from "./figure.js";
import {graphRows, graphView} from "./graph.js";
import {Strips} from "./strips.js";
import {css, mechanismColors, ordered} from "./theme.js";

const kDigits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

/** A colour per block and a shade of it per line: later instructions are lighter. */
function codeColors(graph) {
  const blocks = graph.blocks, palette = ordered(blocks.length);
  // Adjacent blocks are often the two sides of a branch, so light and dark alternate.
  const byBlock = new Map(blocks.map((b, i) => { const c = hcl(palette[i]); c.l += i % 2 ? 9 : -7; return [b.id, c.formatHex()]; }));
  const blockOf = (line) => blocks.find((b) => b.first_line <= line && line <= b.last_line);
  const shades = new Map();
  const colorOf = (line) => {
    if (shades.has(line)) return shades.get(line);
    const b = blockOf(line);
    if (!b) return css("--muted");
    const c = hcl(byBlock.get(b.id)), length = Math.max(1, b.last_line - b.first_line);
    c.l += 9 * ((line - b.first_line) / length) - 4;
    shades.set(line, c.formatHex());
    return shades.get(line);
  };
  return {byBlock, blockOf, colorOf};
}

const fraction = (lines, width) => {
  let packets = 0, threads = 0;
  for (const [, p, t] of lines) { packets += p; threads += t; }
  return packets ? threads / (packets * width) : null;
};

function sourceTable(page, variant, colors) {
  const all = page.source.split("\n"), {blocks} = page.graph;
  const first = Math.min(...blocks.map((b) => b.first_line)), last = Math.max(...blocks.map((b) => b.last_line));
  const lines = new Map(variant.lines.map(([line, packets, threads]) => [line, {packets, threads}]));
  const branches = new Map();
  for (const [line, executed, diverged] of variant.branches) {  // a line may hold several
    const before = branches.get(line) ?? {executed: 0, diverged: 0};
    branches.set(line, {executed: before.executed + executed, diverged: before.diverged + diverged});
  }
  const lost = (l) => Math.max(0, l.packets * variant.width - l.threads);
  const most = Math.max(1, ...[...lines.values()].map(lost));
  const rows = [];
  for (let n = first; n <= last; n++) {
    const l = lines.get(n), b = branches.get(n), block = colors.blockOf(n);
    const text = (all[n - 1] ?? "").replace(/\t/g, "  ").replace(/\s*\/\/.*$/, "");
    const used = l ? l.threads / (l.packets * variant.width) : null;
    rows.push(h(`tr${b?.diverged ? ".diverges" : ""}${/^\s*\$?[\w$]+:/.test(text) ? ".label" : ""}`, {"data-line": n, "data-block": block?.id},
      h("td.line", {style: {borderLeftColor: block ? colors.byBlock.get(block.id) : "transparent"}}, String(n)),
      h("td.code", {}, h("code", {}, text || " ")),
      h("td", {}, l ? count(l.packets) : ""),
      h("td.barred", {}, l ? [h("span.bar.used", {"aria-hidden": "true", style: {width: `${100 * used}%`}}), h("span", {}, number(l.threads / l.packets, 1))] : ""),
      h("td.barred", {}, l && lost(l) ? [h("span.bar.lost", {"aria-hidden": "true", style: {width: `${(100 * lost(l)) / most}%`}}), h("span", {}, count(lost(l)))] : ""),
      h("td", {}, b?.executed ? [h(b.diverged ? "strong" : "span", {}, count(b.diverged)), ` of ${count(b.executed)}`] : "")));
  }
  const csv = [["line", "text", "packets", "threads", "lanes lost", "branches executed", "diverged"],
    ...rows.map((r) => { const n = Number(r.dataset.line), l = lines.get(n), b = branches.get(n);
      return [n, (all[n - 1] ?? "").trim(), l?.packets, l?.threads, l && lost(l), b?.executed, b?.diverged]; })];
  return {csv, element: h("table.source", {},
    h("caption", {}, `${page.kernel} under ${variant.title}: packets of up to ${variant.width} threads`),
    h("thead", {}, h("tr", {}, ["line", "PTX", "executed", "threads each", "lanes lost", "diverged"].map((t) => h("th", {scope: "col"}, t)))),
    h("tbody", {}, rows))};
}

const kMapLane = 2.4;  // pixels

/** The share of a bin's cycles in which a lane was active. A lane that was never active has no text. */
const share = (text, bin) => (text ? kDigits.indexOf(text[bin]) / 63 : 0);

/** All lanes, also idle ones, of the units that were active: [{unit, lane, text}, …]. */
function lanesOf(variant) {
  const texts = variant.timeline.lanes, lanes = [];
  let first = 0;
  for (const [unit, count] of variant.lanes) {
    const own = Array.from({length: count}, (_, lane) => ({unit, lane, text: texts[first + lane] ?? ""}));
    if (own.some(({text}) => text)) lanes.push(...own);
    first += count;
  }
  return {lanes, bins: Math.max(0, ...texts.map((text) => text.length))};
}

function laneRows(page) {
  const rows = [["mechanism", "unit", "lane", "first cycle", "thread instructions per cycle"]];
  for (const v of page.variants) {
    const {lanes, bins} = lanesOf(v);
    for (const {unit, lane, text} of lanes)
      for (let i = 0; i < bins; i++) rows.push([v.title, unit, lane, i * v.timeline.bin, share(text, i)]);
  }
  return rows;
}

/** How busy each lane was over the whole launch: one small picture per mechanism. */
function laneMap(variant) {
  const {lanes, bins} = lanesOf(variant);
  const canvas = h("canvas", {width: Math.max(1, bins), height: Math.max(1, lanes.length), role: "img", style: {height: `${Math.max(1, lanes.length) * kMapLane}px`},
    "aria-label": `${variant.title}: how busy each of ${lanes.length} lanes is over ${variant.cycles} cycles`});
  const g = canvas.getContext("2d"), ramp = ordered(64);
  g.fillStyle = css("--idle-cell");
  g.fillRect(0, 0, canvas.width, canvas.height);
  lanes.forEach(({text}, y) => [...text].forEach((c, x) => {
    const value = kDigits.indexOf(c);
    if (value === 0) return;
    g.fillStyle = ramp[value];
    g.fillRect(x, y, 1, 1);
  }));
  const element = h("figure.lane-map", {}, canvas, h("figcaption", {}, h("strong", {}, variant.title), ` ${number(variant.cycles, 0)} cycles`));
  canvas.addEventListener("pointermove", (e) => {
    const box = canvas.getBoundingClientRect();
    const x = Math.min(canvas.width - 1, Math.floor(((e.clientX - box.left) / box.width) * canvas.width)), y = Math.min(lanes.length - 1, Math.floor(((e.clientY - box.top) / box.height) * lanes.length));
    const at = lanes[Math.max(0, y)];
    canvas.title = at ? `${at.unit} lane ${at.lane}, cycles from ${x * variant.timeline.bin}: ${number(share(at.text, x), 2)} thread instructions per cycle` : "";
  });
  return element;
}

function timeline(page, shown) {
  const variants = () => page.variants.filter((v) => shown.has(v.title));
  const points = (v) => {
    const {lanes, bins} = lanesOf(v);
    return Array.from({length: bins}, (_, i) => ({x: (i + 0.5) * v.timeline.bin, variant: v.title,
      y: lanes.reduce((sum, {text}) => sum + share(text, i), 0)}));
  };
  const maps = h("div.lane-maps");
  const domain = page.variants.map((v) => v.title), colors = () => mechanismColors(page.variants.map((v) => v.mechanism));
  const c = card({id: `${page.row}-timeline`, title: "Thread instructions per cycle over the launch, and how busy each lane is",
    legend: () => { const list = variants(), c = colors(); return legend(list.map((v) => v.title), list.map((v) => c[domain.indexOf(v.title)])); },
    more: csvLink(`${page.row}-lanes`, () => laneRows(page), "lanes (CSV)"),
    rows: () => [["mechanism", "cycle", "thread instructions per cycle"], ...page.variants.flatMap((v) => points(v).map((p) => [p.variant, p.x, p.y]))],
    draw: (width) => {
      const list = variants();
      maps.replaceChildren(...list.map(laneMap));
      const data = list.flatMap(points);
      return Plot.plot({width, height: 240, marginLeft: 40, marginBottom: 36, style: style(), ariaLabel: "Thread instructions per cycle over time",
        x: {label: "cycle", labelAnchor: "center", labelArrow: "none"}, y: {label: "IPC", labelArrow: "none", grid: true, zero: true},
        color: {domain, range: colors()},
        marks: [Plot.ruleY([0], {stroke: "var(--ink)"}), Plot.lineY(data, {x: "x", y: "y", stroke: "variant", curve: "step", strokeWidth: 1.6}),
          Plot.tip(data, Plot.pointer({x: "x", y: "y", title: (d) => `${d.variant}\ncycle ${number(d.x, 0)}\n${number(d.y, 1)} per cycle`, ...tipStyle}))]});
    }});
  c.querySelector("footer").before(maps);
  return c;
}

export function workloadView(study, page) {
  const row = study.rows.find((r) => r.label === page.row);
  const texts = new Map(page.source.split("\n").map((text, i) => [i + 1, text.replace(/\s*\/\/.*$/, "").trim().replace(/\s+/g, " ")]));
  let colors = codeColors(page.graph);
  const titles = page.variants.map((v) => v.title);
  const shown = new Set(pick(page.variants));
  let strips = new Strips({page, texts, colorOf: (line) => colors.colorOf(line)});
  let variant = page.variants[0];

  const key = h("div"), graph = h("div.graph-box", {tabindex: "0", role: "region", "aria-label": "control-flow graph"}), source = h("div.source-box", {tabindex: "0", role: "region", "aria-label": "source"});
  let counted = [], chosen = null;
  const blocksKey = () => h("ul.legend.blocks", {"aria-label": "Basic blocks"}, page.graph.blocks.filter((b) => b.reachable).map((b) =>
    h("li", {}, h("span.swatch", {style: {background: colors.byBlock.get(b.id)}}), `B${b.id}`, h("small", {}, ` ${b.first_line}–${b.last_line}`))));
  const warpsKey = () => h("p.note", {}, "One colour per original warp of a thread: a column with several colours shows threads of different warps running together.");
  const usedBy = (b) => fraction(variant.lines.filter(([line]) => b.first_line <= line && line <= b.last_line), variant.width);
  const mark = () => {
    for (const r of source.querySelectorAll("tr.chosen")) r.classList.remove("chosen");
    const rows = source.querySelectorAll(`tr[data-block="${chosen}"]`);
    for (const r of rows) r.classList.add("chosen");
    return rows;
  };
  const code = () => {
    const {element, csv} = sourceTable(page, variant, colors);
    source.replaceChildren(element);
    counted = csv;
    graph.replaceChildren(graphView({graph: page.graph, colors: colors.byBlock, used: usedBy, choose: (b) => {
      chosen = b.id;
      const [first] = mark();
      if (first) source.scrollTo({top: first.offsetTop - 60, behavior: "smooth"});
    }}));
    mark();
    graph.scrollLeft = graph.firstChild.entry - graph.clientWidth / 2;
  };
  const launchChart = timeline(page, shown);
  let mode = "code";
  const whole = page.kernels > 1 && row?.kernel !== page.kernel ? `of ${page.kernels} kernels the one that ${page.variants[0].branches.some(([, , diverged]) => diverged) ? "diverges most" : "wastes most lanes"}; ` : "";
  const launch = page.launches > 1 ? `launch ${page.launch + 1} of ${page.launches}, which executes the most instructions` : "its only launch";
  const box = h("div");
  const view = h("article.workload", {},
    h("header.title", {}, h("h1", {}, page.row, h("small", {}, row?.summary || page.workload)),
      h("p.lead", {}, "Kernel ", h("code", {}, page.kernel), `: ${whole}${launch}; size ${page.size}, on the preset `,
        h("code", {}, page.preset), page.classes?.length ? [". It is ", page.classes.join(", "), "."] : ".")),
    h("h2", {}, "Lanes over time"),
    h("p.note", {}, `Cycles ${page.from} to ${page.from + page.window} of the launch, the same for all mechanisms. A row is a lane, a column a cycle; an empty cell is an idle lane. `,
      "Pointing at a cell highlights its thread in all pictures; a click keeps only its warp."),
    h("div.filters", {}, choice("colour", [["code", "basic block"], ["warp", "original warp"]], "code", (m) => { mode = m; key.replaceChildren(m === "code" ? blocksKey() : warpsKey()); strips.setMode(m); }),
      choices("mechanisms", titles.map((t) => [t, t]), shown, () => { strips.show(shown); launchChart.draw(); }),
      csvLink(`${page.row}-cells`, () => strips.rows(), "cells (CSV)")),
    key, box,
    h("h2", {}, "The whole launch"), launchChart,
    h("h2", {}, "Divergence and reconvergence"),
    h("p.note", {}, "Blocks have the colours of the pictures above. A dashed line leads from a branch at which threads may diverge to the block where they reconverge (double frame). Lanes lost: empty lanes of packets, over all launches."),
    h("div.filters", {}, choice("counted under", titles.map((t) => [t, t]), variant.title, (t) => { variant = page.variants.find((v) => v.title === t); code(); }),
      csvLink(`${page.row}-lines`, () => counted, "lines (CSV)"), csvLink(`${page.row}-graph`, () => graphRows(page.graph, usedBy), "graph (CSV)")),
    h("div.code-and-graph", {}, graph, source),
    page.cuda ? h("details.cuda", {}, h("summary", {}, "CUDA C++"), h("pre", {}, h("code", {}, page.cuda))) : null);
  view.draw = () => {
    colors = codeColors(page.graph);
    const before = strips;
    strips = new Strips({page, texts, colorOf: (line) => colors.colorOf(line)});
    strips.mode = mode;
    strips.pinned = before.pinned;
    box.replaceChildren(strips.element);
    key.replaceChildren(mode === "code" ? blocksKey() : warpsKey());
    strips.show(shown);
    launchChart.draw();
    code();
  };
  return view;
}

/** The mechanisms shown initially: one of each family. */
function pick(variants) {
  const families = new Set(), titles = [];
  for (const v of variants) {
    if (families.has(v.mechanism)) continue;
    families.add(v.mechanism);
    titles.push(v.title);
  }
  return titles;
}

export function workloadsView(studies) {
  const cards = studies.flatMap((s) => s.pages.map((p) => {
    const row = s.rows.find((r) => r.label === p.row), first = p.variants[0];
    const used = fraction(first.lines, first.width);
    return h("a.workload-card", {href: `#/workload/${encodeURIComponent(s.name)}/${encodeURIComponent(p.row)}`},
      h("strong", {}, p.row), h("span", {}, row?.summary ?? ""),
      h("span.meter-line", {}, h("span.meter-box", {"aria-hidden": "true"}, h("span", {style: {width: `${100 * (used ?? 0)}%`}})), `${number(100 * (used ?? 0), 0)} % of lanes (${first.title})`),
      h("span.classes", {}, (p.classes ?? []).map((c) => h("span.class", {}, c))));
  }));
  return h("article", {}, h("header.title", {}, h("h1", {}, "Workloads", h("small", {}, "how threads diverge and reconverge")),
    h("p.lead", {}, "Each page shows one kernel lane by lane under every mechanism, its control flow, and how many lanes each of its lines wastes.")),
    h("div.workload-cards", {}, cards));
}
