// A sweep: one metric over its parameters. Small multiples by workload with lines over one
// parameter, heat maps over two, and how kernels are distributed; each with the numbers it draws.
import * as Plot from "@observablehq/plot";
import {choice, count, csvLink, h, number} from "./dom.js";
import {card, legend} from "./figure.js";
import {css, inkOn, mechanismColors} from "./theme.js";

const style = () => ({fontFamily: "var(--sans)", fontSize: "12px", background: "none", overflow: "visible", color: css("--ink")});
const fixed = new Set(["workload", "kernel", "arch", "size", "seed"]);

const valuesOf = (points, name) => {
  const values = [...new Set(points.map((p) => p[name]))];
  return values.every((v) => v !== "" && Number.isFinite(Number(v))) ? values.sort((a, b) => a - b) : values;
};

/** Lines of a frame as objects, without those that failed. */
function pointsOf(frame) {
  return frame.lines.map((line) => {
    const point = Object.fromEntries(frame.dimensions.map((name, i) => [name, line.at[i]]));
    frame.metrics.forEach((name, i) => { point[`=${name}`] = line.values[i]; });
    return point;
  });
}

/** The parameters: dimensions that vary, without those that follow from one before them. */
export function parametersOf(points, dimensions) {
  const kept = [];
  for (const name of dimensions) {
    if (fixed.has(name) || new Set(points.map((p) => p[name])).size < 2) continue;
    const follows = kept.some((other) => new Set(points.map((p) => `${p[other]}\n${p[name]}`)).size === new Set(points.map((p) => p[other])).size);
    if (!follows) kept.push(name);
  }
  return kept;
}

const geometric = (values) => (values.every((v) => v > 0)
  ? Math.exp(values.reduce((sum, v) => sum + Math.log(v), 0) / values.length)
  : values.reduce((sum, v) => sum + v, 0) / values.length);

/** One value for each combination of some dimensions: the mean over all others. */
export function grouped(points, names, metric) {
  const groups = new Map();
  for (const point of points) {
    const value = point[`=${metric}`];
    if (value === null || value === undefined) continue;
    const key = JSON.stringify(names.map((n) => point[n]));
    if (!groups.has(key)) groups.set(key, {point, values: []});
    groups.get(key).values.push(value);
  }
  return [...groups.values()].map(({point, values}) => ({...Object.fromEntries(names.map((n) => [n, point[n]])), value: geometric(values), runs: values.length}));
}

const rowsOf = (cells, names, metric) => [[...names, metric, "runs"], ...cells.map((c) => [...names.map((n) => c[n]), c.value, c.runs])];
const said = (cell, names) => `${names.map((n) => `${n} ${cell[n]}`).join("\n")}\n${number(cell.value, 3)}`;

/** Charts beside each other, one per value. */
function multiples(width, names, draw) {
  const columns = Math.max(1, Math.min(names.length, Math.floor(width / 320)));
  return h("div.multiples", {style: {display: "grid", gap: "12px", gridTemplateColumns: `repeat(${columns}, 1fr)`}},
    names.map((name) => h("div", {}, h("h4", {}, name), draw(name, Math.floor(width / columns) - 12))));
}

export function sweepView(sweep) {
  const points = pointsOf(sweep.frame), kernels = pointsOf(sweep.kernels);
  const parameters = parametersOf(points, sweep.frame.dimensions);
  const archs = valuesOf(points, "arch"), workloads = valuesOf(points, "workload");
  const colors = () => mechanismColors(archs.map((a) => sweep.mechanisms[a] ?? a));
  const state = {metric: sweep.frame.metrics[0], x: parameters[0] ?? null, y: parameters[1] ?? null};
  const cards = [];

  const lineCells = () => grouped(points, ["workload", "arch", ...(state.x ? [state.x] : [])], state.metric);
  cards.push(card({
    id: `${sweep.name}-lines`, title: parameters.length ? "Over one parameter" : "By arch",
    note: "A point is the geometric mean over seeds and over all parameters that are not on an axis.",
    legend: () => legend(archs, colors()),
    rows: () => rowsOf(lineCells(), ["workload", "arch", ...(state.x ? [state.x] : [])], state.metric),
    draw: (width) => multiples(width, workloads, (workload, wide) => {
      const cells = lineCells().filter((c) => c.workload === workload), x = state.x ?? "arch";
      const options = {x, y: "value", stroke: "arch", title: (c) => said(c, [x, "arch"])};
      return Plot.plot({style: style(), width: wide, height: 210, marginLeft: 64, marginBottom: 40, color: {domain: archs, range: colors()},
        x: {type: "point", domain: valuesOf(points, x), label: x}, y: {label: state.metric, zero: true, grid: true, nice: true},
        marks: [Plot.ruleY([0]), ...(state.x ? [Plot.lineY(cells, {...options, sort: (a, b) => a[x] - b[x]})] : []),
          Plot.dot(cells, {...options, fill: "arch", r: 4, tip: true})]});
    }),
  }));

  const mapCells = () => grouped(points, ["workload", "arch", state.x, state.y], state.metric);
  if (parameters.length > 1)
    cards.push(card({
      id: `${sweep.name}-map`, title: "Over two parameters",
      note: "A cell is the geometric mean over seeds and all other parameters; empty cells cannot be run or failed.",
      rows: () => rowsOf(mapCells(), ["workload", "arch", state.x, state.y], state.metric),
      draw: (width) => {
        const all = mapCells(), pairs = workloads.flatMap((w) => archs.map((a) => `${w} · ${a}`));
        const scale = Plot.scale({color: {type: "linear", scheme: "blues", domain: [Math.min(...all.map((c) => c.value)), Math.max(...all.map((c) => c.value))]}});
        return multiples(width, pairs.filter((p) => all.some((c) => `${c.workload} · ${c.arch}` === p)), (pair, wide) => Plot.plot({
          style: style(), width: wide, height: 70 + 28 * valuesOf(points, state.y).length, marginLeft: 60, marginBottom: 40, color: scale,
          x: {type: "band", domain: valuesOf(points, state.x), label: state.x}, y: {type: "band", domain: valuesOf(points, state.y), label: state.y},
          marks: [Plot.cell(all.filter((c) => `${c.workload} · ${c.arch}` === pair), {x: state.x, y: state.y, fill: "value", inset: 1, tip: true, title: (c) => said(c, [state.x, state.y])}),
            Plot.text(all.filter((c) => `${c.workload} · ${c.arch}` === pair), {x: state.x, y: state.y, text: (c) => number(c.value, c.value >= 100 ? 0 : 2), fill: (c) => inkOn(scale.apply(c.value))})]}));
      },
    }));

  const kernelCells = () => grouped(kernels, ["workload", "kernel", "arch", ...parameters], state.metric);
  if (kernels.length)
    cards.push(card({
      id: `${sweep.name}-kernels`, title: "Over kernels",
      note: "A tick is a kernel at one place of the sweep; the box holds the middle half, its line is the median.",
      rows: () => rowsOf(kernelCells(), ["workload", "kernel", "arch", ...parameters], state.metric),
      draw: (width) => Plot.plot({style: style(), width, height: 70 + 44 * archs.length, marginLeft: 110, marginRight: 32, marginBottom: 40, color: {domain: archs, range: colors()},
        x: {label: state.metric, grid: true, nice: true}, y: {domain: archs, label: null},
        marks: [Plot.boxX(kernelCells(), {x: "value", y: "arch", fill: "arch", fillOpacity: 0.25, r: 0}),
          Plot.tickX(kernelCells(), {x: "value", y: "arch", stroke: "arch", tip: true, title: (c) => said(c, ["workload", "kernel", "arch", ...parameters])})]}),
    }));

  const draw = () => cards.forEach((c) => c.draw());
  const pick = (label, name, options) => (options.length > 1
    ? choice(label, options.map((o) => [o, o]), state[name], (value) => {
      if (name === "x" && value === state.y) state.y = state.x;
      if (name === "y" && value === state.x) return;
      state[name] = value;
      draw();
    }) : null);
  const view = h("article.sweep", {},
    h("header.title", {}, h("h1", {}, sweep.name, h("small", {}, sweep.title)),
      h("p.command", {}, h("code", {}, sweep.command), `: ${count(points.length)} runs`)),
    pick("Metric", "metric", sweep.frame.metrics), pick("Parameter", "x", parameters),
    parameters.length > 2 ? pick("Second parameter", "y", parameters) : null, cards,
    sweep.refused.length ? h("section.card", {}, h("h3", {}, `${count(sweep.refused.length)} combinations cannot be run`),
      h("div.scroll", {}, h("table", {}, h("thead", {}, h("tr", {}, ["workload", "machine", "why"].map((t) => h("th", {scope: "col"}, t)))),
        h("tbody", {}, sweep.refused.map((r) => h("tr", {}, h("td", {}, r.workload), h("td", {}, r.machine), h("td", {}, r.why))))))) : null,
    h("footer", {}, csvLink(sweep.name, () => [[...sweep.frame.dimensions, ...sweep.frame.metrics, "failure"],
      ...sweep.frame.lines.map((l) => [...l.at, ...l.values, l.failure])], "all runs (CSV)")));
  view.draw = draw;
  return view;
}
