// The kinds of figures of a study. Each turns the tables of a figure into an SVG with colours and
// legends.
import * as Plot from "@observablehq/plot";
import {h, number} from "./dom.js";
import {css, distinct, mechanismColors, ordered} from "./theme.js";

/** The mechanism that a column is named after: by its variant, with or without the family before it. */
function mechanismNamed(study, title) {
  const named = study.variants.filter((v) => v.title === title || v.name === title || v.title.endsWith(`, ${title}`));
  const mechanisms = new Set(named.map((v) => v.mechanism));
  return mechanisms.size === 1 ? named[0].mechanism : null;
}

/** Series of a table: variants with their colours; columns that differ only by a number in an
    order; others each with its own. */
export function seriesOf(study, table) {
  const names = table.header.slice(1);
  if (table.kind === "metric")
    return {names, colors: mechanismColors(table.variants.map((name) => study.variants.find((v) => v.name === name).mechanism))};
  const mechanisms = names.map((name) => mechanismNamed(study, name)), others = mechanisms.filter((m) => m === null).length;
  const inOrder = others === names.length && new Set(names.map((n) => n.replace(/\d+/g, "#"))).size === 1;
  const known = mechanismColors(mechanisms.filter((m) => m !== null)), free = inOrder ? ordered(others) : distinct(others);
  return {names, colors: mechanisms.map((m) => (m === null ? free : known).shift())};
}

const isMean = (table, i) => table.mean !== "" && i === table.lines.length - 1;

/** [{row, series, value, paper, mean}, …]; relative: divided by the line's first value. */
export function cellsOf(table, relative) {
  const cells = [];
  table.lines.forEach((line, i) => {
    table.header.slice(1).forEach((series, k) => {
      const by = (values) => (relative ? values[0] : 1);
      const of = (values) => (values[k] === null || by(values) === null ? null : values[k] / by(values));
      cells.push({row: line.label, series, value: of(line.ours), paper: of(line.paper), mean: isMean(table, i)});
    });
  });
  return cells;
}

const style = () => ({fontFamily: "var(--sans)", fontSize: "12px", background: "none", overflow: "visible", color: css("--ink")});
const tipStyle = {fill: "var(--raised)", stroke: "var(--rule)", fontSize: 12, lineHeight: 1.35, textPadding: 9};

function told(cell, digits) {
  const lines = [`${cell.row} · ${cell.series}`, `ours  ${number(cell.value, digits)}`];
  if (cell.paper !== null && cell.paper !== undefined) lines.push(`paper  ${number(cell.paper, digits)}`);
  return lines.join("\n");
}

/** Minimum pixels of a bar and of the space between groups; a chart that needs more becomes wider than its card. */
const kBar = 3, kBetween = 6;

export function bars({figure, study, tables, width}) {
  const table = tables[0];
  const {names, colors} = seriesOf(study, table);
  const cells = cellsOf(table, figure.relative).filter((c) => c.value !== null);
  const wide = Math.max(width, 60 + table.lines.length * (names.length * kBar + kBetween));
  const mean = cells.find((c) => c.mean)?.row;
  // In a chart that must be scrolled, the mean comes first, because readers look for it.
  const rows = table.lines.map((l) => l.label).sort((a, b) => (wide > width ? (b === mean) - (a === mean) : 0));
  const longest = Math.max(...rows.map((r) => r.length));
  const rotated = longest * 7 > ((wide - 60) / rows.length) * 0.95;
  const papers = cells.filter((c) => c.paper !== null);
  const digits = figure.relative ? 2 : table.digits;
  return Plot.plot({
    width: wide, height: 300, marginLeft: 52, marginRight: 8, marginTop: 26,
    marginBottom: rotated ? Math.min(110, 18 + longest * 5) : 30,
    style: style(), ariaLabel: figure.title,
    fx: {domain: rows, label: null, padding: 0.14},
    x: {domain: names, axis: null, padding: 0.06},
    y: {grid: true, label: figure.y || null, labelArrow: "none", nice: true, tickFormat: ".4~g"},
    color: {domain: names, range: colors},
    marks: [
      mean ? Plot.frame({fx: mean, fill: "var(--tint)", stroke: "none", insetTop: -8, insetLeft: -2, insetRight: -2}) : null,
      Plot.gridY({stroke: "var(--rule)", strokeOpacity: 1}),
      Plot.axisFx({anchor: "bottom", tickRotate: rotated ? -38 : 0, label: null, tickSize: 0,
        textAnchor: rotated ? "end" : "middle"}),
      Plot.barY(cells, {fx: "row", x: "series", y: "value", fill: "series", rx: 1,
        ariaLabel: (d) => told(d, digits)}),
      figure.relative ? Plot.ruleY([1], {stroke: "var(--ink)", strokeDasharray: "3 3"}) : null,
      Plot.ruleY([0], {stroke: "var(--ink)"}),
      Plot.dot(papers, {fx: "row", x: "series", y: "paper", symbol: "diamond", r: 4, fill: "var(--page)",
        stroke: "var(--ink)", strokeWidth: 1.4}),
      // Use the horizontal distance only: the end of a short neighbour may be nearer than that of a tall bar.
      Plot.tip(cells, Plot.pointerX({fx: "row", x: "series", y: "value", py: () => 0, maxRadius: Infinity, title: (d) => told(d, digits), ...tipStyle})),
    ],
  });
}

/** Shows the bar under the pointer. The nearest middle is no substitute: layers of a stack differ in
    size, so it often belongs to another layer. */
function withBarTip(svg) {
  const tip = h("div.hover", {role: "status"});
  svg.addEventListener("pointermove", (event) => {
    const bar = event.target.closest("g[aria-label=bar] rect");
    tip.classList.toggle("on", bar !== null);
    if (!bar) return;
    tip.textContent = bar.getAttribute("aria-label");
    const right = event.clientX > innerWidth - 260;
    Object.assign(tip.style, {left: `${event.clientX + (right ? -12 : 14)}px`, top: `${event.clientY + 16}px`, translate: right ? "-100% 0" : "none"});
  });
  svg.addEventListener("pointerleave", () => tip.classList.remove("on"));
  return h("div", {}, svg, tip);
}

/** One table of columns: a bar per variant. Several tables of rows: their values, per row and variant. */
export function stacked(args) {
  return args.tables.length > 1 ? stackedByRow(args) : stackedByVariant(args);
}

function stackedByVariant({figure, tables, width}) {
  const table = tables[0], names = table.header.slice(1), colors = stackColors(names);
  const cells = cellsOf(table, false).filter((c) => c.value !== null);
  const lines = table.lines.map((l) => l.label);
  const left = 16 + Math.max(...lines.map((l) => l.length)) * 7.2;
  return withBarTip(Plot.plot({
    width, height: 46 + lines.length * 34, marginLeft: left, marginRight: 16, marginTop: 8, marginBottom: 36,
    style: style(), ariaLabel: figure.title,
    y: {domain: lines, label: null, padding: 0.22}, x: {label: figure.y, labelAnchor: "center", labelArrow: "none", grid: true},
    color: {domain: names, range: colors},
    marks: [
      Plot.axisY({tickSize: 0, label: null}),
      Plot.barX(cells, Plot.stackX({y: "row", x: "value", fill: "series", order: names, insetRight: 0.5, ariaLabel: (d) => told(d, table.digits)})),
      Plot.ruleX([0], {stroke: "var(--ink)"}),
    ],
  }));
}

function stackedByRow({figure, tables, width}) {
  const labels = figure.labels, colors = stackColors(labels);
  const first = tables[0], variants = first.header.slice(1);
  const cells = tables.flatMap((table, i) => cellsOf(table, false).filter((c) => c.value !== null && !c.mean)
    .map((c) => ({...c, part: labels[i]})));
  const rows = first.lines.map((l) => l.label);
  const wide = Math.max(width, 64 + rows.length * (variants.length * 11 + 14));
  const longest = Math.max(...rows.map((r) => r.length));
  const rotated = longest * 7 > ((wide - 64) / rows.length) * 0.95;
  return withBarTip(Plot.plot({
    width: wide, height: 330, marginLeft: 52, marginRight: 8, marginTop: 44,
    marginBottom: rotated ? Math.min(110, 18 + longest * 5) : 30, style: style(), ariaLabel: figure.title,
    fx: {domain: rows, label: null, padding: 0.12}, x: {domain: variants, axis: null, padding: 0.08},
    y: {label: figure.y, labelArrow: "none", grid: true}, color: {domain: labels, range: colors},
    marks: [
      Plot.axisFx({anchor: "bottom", tickRotate: rotated ? -38 : 0, label: null, tickSize: 0, textAnchor: rotated ? "end" : "middle"}),
      Plot.barY(cells, Plot.stackY({fx: "row", x: "series", y: "value", fill: "part", order: labels,
        ariaLabel: (d) => `${d.row} · ${d.series}\n${d.part}  ${number(d.value, first.digits)}`})),
      Plot.text(variants.map((v, i) => ({series: v, row: rows[0], text: String(i + 1)})),
        {fx: "row", x: "series", text: "text", frameAnchor: "top", dy: -10, fontSize: 9, fill: "var(--muted)"}),
      Plot.ruleY([0], {stroke: "var(--ink)"}),
    ],
  }));
}

/** The first layer of a stack is often "nothing happened" and stays grey. */
export function stackColors(names) {
  const quiet = names.filter((n) => /^(0|W0|idle|none)$/i.test(n)).length;
  const others = ordered(names.length - quiet);
  return names.map((n) => (/^(0|W0|idle|none)$/i.test(n) ? css("--idle") : others.shift()));
}

/** x: the number in a row's label (or a column's title). */
const numberIn = (text) => { const m = /-?\d+(\.\d+)?/.exec(text); return m ? Number(m[0]) : NaN; };

export function lines({figure, study, tables, width}) {
  const table = tables[0];
  let cells, names, colors;
  if (table.kind !== "variants") {
    ({names, colors} = seriesOf(study, table));
    cells = cellsOf(table, figure.relative).filter((c) => !c.mean).map((c) => ({...c, x: numberIn(c.row), z: c.series}));
  } else {
    names = table.lines.map((l) => l.label);
    colors = mechanismColors(table.variants.map((name) => study.variants.find((v) => v.name === name).mechanism));
    cells = cellsOf(table, false).map((c) => ({...c, x: numberIn(c.series), z: c.row}));
  }
  cells = cells.filter((c) => c.value !== null && !Number.isNaN(c.x));
  const papers = cells.filter((c) => c.paper !== null);
  return Plot.plot({
    width: Math.min(width, 860), height: 340, marginLeft: 52, marginRight: 24, marginBottom: 40, style: style(), ariaLabel: figure.title,
    x: {label: figure.x || null, labelAnchor: "center", labelArrow: "none"},
    y: {grid: true, label: figure.y || null, labelArrow: "none", zero: true, nice: true},
    color: {domain: names, range: colors},
    marks: [
      Plot.ruleY([0], {stroke: "var(--ink)"}),
      Plot.lineY(cells, {x: "x", y: "value", stroke: "z", strokeWidth: 2, marker: "circle"}),
      Plot.dot(papers, {x: "x", y: "paper", symbol: "diamond", r: 4.5, stroke: "var(--ink)", fill: "var(--page)"}),
      Plot.tip(cells, Plot.pointer({x: "x", y: "value", title: (d) => told(d, table.digits), ...tipStyle})),
    ],
  });
}

/** The first table along x, the second along y: a point per row and variant. */
export function scatter({figure, study, tables, width}) {
  const [horizontal, vertical] = tables;
  const {names, colors} = seriesOf(study, horizontal);
  const up = cellsOf(vertical, false);
  const cells = cellsOf(horizontal, false).map((c, i) => ({...c, x: c.value, y: up[i]?.value})).filter((c) => c.x !== null && c.y !== null);
  return Plot.plot({
    width: Math.min(width, 760), height: 380, marginLeft: 52, marginBottom: 40, style: style(), ariaLabel: figure.title, grid: true,
    x: {label: figure.x || figure.labels[0], labelAnchor: "center", labelArrow: "none"},
    y: {label: figure.y || figure.labels[1], labelArrow: "none"}, color: {domain: names, range: colors},
    marks: [
      Plot.dot(cells, {x: "x", y: "y", fill: "series", r: 4.5, stroke: "var(--page)"}),
      Plot.tip(cells, Plot.pointer({x: "x", y: "y", title: (d) => `${d.row} · ${d.series}\n${number(d.x)} / ${number(d.y)}`, ...tipStyle})),
    ],
  });
}

export const kinds = {bars, stacked, lines, scatter};
export {Plot, style, tipStyle};
