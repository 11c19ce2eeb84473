// Every mechanism on the same machine: sortable by any column, over any selection of workloads.
import {Plot, style, tipStyle} from "./charts.js";
import {choice, choices, csvLink, h, number, prose} from "./dom.js";
import {card, legend} from "./figure.js";
import {labels} from "./labels.js";
import {aroundOne, inkOn, mechanismColors} from "./theme.js";

const mean = (values) => (values.length ? values.reduce((a, b) => a + b, 0) / values.length : null);
const gmean = (values) => (values.length && values.every((v) => v > 0) ? Math.exp(mean(values.map(Math.log))) : null);

/** Settings that all given variants share. */
const shared = (archs) => archs[0].settings.filter((s) => archs.every((a) => a.settings.includes(s)));

export function explorerView(study, command) {
  const {rows, variants, items} = study.explorer;
  const info = rows.map((label) => study.rows.find((r) => r.label === label));
  const archs = variants.map((name) => study.variants.find((v) => v.name === name));
  /** Whether a descending sort shows the best first: column 0 is the names, 1 the first item over the base. */
  const falls = (column) => column > 0 && !items[Math.max(0, column - 2)].less_is_better;
  const state = {classes: "all", rows: new Set(rows), base: variants[0], item: 0, sort: {column: 1, down: falls(1)}};

  const chosenRows = () => rows.map((_, i) => i).filter((i) =>
    state.rows.has(rows[i]) && (state.classes === "all" || info[i].classes.includes(state.classes)));

  /** For each arch: means over the selected workloads, and the geometric mean of ratios to the base. */
  function summary() {
    const chosen = chosenRows(), base = variants.indexOf(state.base), first = items[0].values;
    return archs.map((arch, v) => {
      const both = chosen.filter((r) => first[r][v] !== null && first[r][base] !== null);
      const ratio = gmean(both.map((r) => first[r][v] / first[r][base]));
      const cells = items.map((item, i) => {
        if (item.relative) {
          const pairs = chosen.map((r) => [item.values[r][v], item.values[r][base]]).filter(([x, y]) => x !== null && y);
          return gmean(pairs.map(([x, y]) => x / y));
        }
        const values = chosen.map((r) => item.values[r][v]).filter((x) => x !== null);
        if (item.of_machine) return values.length ? Math.max(...values) : null;
        return i === 0 ? gmean(values) : mean(values);
      });
      return {arch, ratio, cells, workloads: both.length};
    });
  }

  const head = h("tr"), body = h("tbody"), shown = h("span.shown", {role: "status"});
  const columns = ["mechanism", `${items[0].title} over the base`, ...items.map((i) => (i.relative ? `${i.title}, over the base` : i.unit ? `${i.title}, ${i.unit}` : i.title))];
  const keys = [(s) => s.arch.title, (s) => s.ratio, ...items.map((_, i) => (s) => s.cells[i])];

  function table() {
    const lines = summary();
    const colors = mechanismColors(archs.map((a) => a.mechanism));
    const widest = (f) => Math.max(...lines.map(f).filter((x) => x !== null), 1e-9);
    const {column, down} = state.sort;
    const sorted = [...lines].sort((a, b) => {
      const [x, y] = [keys[column](a), keys[column](b)];
      if (x === null || y === null) return (x === null) - (y === null);  // missing values come last
      return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
    });
    const bar = (value, most, color) => h("span.bar", {"aria-hidden": "true", style: {width: `${Math.max(0, (95 * (value ?? 0)) / most)}%`, background: color}});
    const mostRatio = widest((l) => l.ratio);
    body.replaceChildren(...sorted.map((line) => {
      const color = colors[lines.indexOf(line)];
      return h(line.arch.name === state.base ? "tr.base" : "tr", {"data-arch": line.arch.name},
        h("th", {scope: "row", title: line.arch.sentence}, h("span.swatch", {style: {background: color}}), line.arch.title,
          h("span.sentence", {}, line.arch.sentence)),
        h("td.barred", {}, bar(line.ratio, mostRatio, color), h("span", {}, line.ratio === null ? "–" : `${number(line.ratio, 3)} ×`)),
        items.map((item, i) => h("td", {}, line.cells[i] !== null && item.relative ? `${number(line.cells[i], 3)} ×` : number(line.cells[i], item.digits))));
    }));
    head.replaceChildren(...columns.map((title, i) => h("th", {scope: "col", "aria-sort": i === column ? (down ? "descending" : "ascending") : "none"},
      h("button.sort", {type: "button", onclick: () => {
        state.sort = {column: i, down: i === column ? !down : falls(i)};
        table();
      }}, title))));
    shown.textContent = `${chosenRows().length} of ${rows.length} workloads`;
    told = [["mechanism", "geometric mean over the base", ...items.map((i) => i.title)], ...sorted.map((l) => [l.arch.name, l.ratio, ...l.cells])];
  }
  let told = [];
  const link = csvLink("mechanisms", () => told);

  /** Colours show better or worse, numbers show how much. */
  const heatLegend = () => {
    const color = aroundOne(2), item = items[state.item];
    return legend([`worse than ${state.base}`, "the same", "better"], [color(0.5), color(1), color(2)],
      item.less_is_better ? [h("li.aside", {}, `less ${item.title} is better: ratios below 1 are orange`)] : []);
  };

  function heat(width) {
    const chosen = chosenRows(), item = items[state.item], base = variants.indexOf(state.base);
    const gain = (d) => (item.less_is_better ? 1 / d.ratio : d.ratio);
    const cells = chosen.flatMap((r) => archs.map((arch, v) => {
      const value = item.values[r][v], of = item.values[r][base];
      return {row: rows[r], arch: arch.title, value, ratio: value === null || !of ? null : value / of};
    })).filter((c) => c.ratio !== null);
    const most = Math.max(1.5, ...cells.map((c) => Math.max(c.ratio, 1 / c.ratio)).filter((x) => x < 8));
    const color = aroundOne(Math.min(4, most));
    const left = 24 + Math.max(...archs.map((a) => a.title.length)) * 7;
    const top = 20 + Math.max(12, ...chosen.map((r) => rows[r].length)) * 5.2;  // names are rotated by 45 degrees
    const room = (width - left) / Math.max(1, chosen.length);
    return Plot.plot({
      width, height: top + 14 + archs.length * 20, marginLeft: left, marginTop: top, marginBottom: 8, marginRight: 32, style: style(),
      ariaLabel: `${item.title} of every mechanism and workload over ${state.base}`,
      x: {domain: chosen.map((r) => rows[r]), axis: null, padding: 0.04}, y: {domain: archs.map((a) => a.title), label: null, padding: 0.06},
      marks: [
        Plot.axisX({anchor: "top", tickRotate: -45, tickSize: 0, textAnchor: "start", label: null}),
        Plot.axisY({tickSize: 0, label: null}),
        Plot.cell(cells, {x: "row", y: "arch", fill: (d) => color(gain(d)), rx: 2, ariaLabel: (d) => `${d.arch}, ${d.row}: ${number(d.ratio, 2)}`}),
        room > 34 ? Plot.text(cells, {x: "row", y: "arch", text: (d) => number(d.ratio, 2), fontSize: 10.5, fill: (d) => inkOn(color(gain(d)))}) : null,
        Plot.tip(cells, Plot.pointer({x: "row", y: "arch", maxRadius: Infinity, title: (d) => `${d.arch} · ${d.row}\n${item.title} ${number(d.value, item.digits, item.unit)}\n${number(d.ratio, 3)} × ${state.base}`, ...tipStyle})),
      ],
    });
  }

  const cost = items.findIndex((i) => i.of_machine);
  const worth = (p) => (items[0].less_is_better ? -p.ratio : p.ratio);

  /** Speed-up against storage. */
  function trade(width) {
    const measured = summary().map((s) => ({...s, bits: s.cells[cost], name: s.arch.title})).filter((p) => p.ratio !== null);
    const points = measured.filter((p) => p.bits !== null);
    const bounds = measured.filter((p) => p.bits === null); // upper bounds, not hardware proposals
    const colors = mechanismColors(archs.map((a) => a.mechanism));
    const most = Math.max(1000, ...points.map((p) => p.bits)) * 1.2;
    const frame = {left: 52, right: width - 24, top: 24, bottom: 400 - 42};
    const svg = Plot.plot({
      width, height: 400, marginLeft: frame.left, marginRight: 24, marginBottom: 42, marginTop: frame.top, style: style(),
      ariaLabel: `${items[0].title} over ${state.base} against storage`,
      x: {type: "symlog", constant: 400, domain: [0, most], label: `${items[cost].title}, ${items[cost].unit}${width > 560 ? ": whole stacks; for others, what their papers count" : ""}`, labelAnchor: "center", labelArrow: "none", grid: true,
        ticks: [0, 1000, 3000, 10000, 30000, 100000, 300000, 1000000].filter((x) => x <= most), tickFormat: (x) => (x >= 1000 ? `${x / 1000} k` : String(x))},
      y: {label: `${items[0].title} over ${state.base}`, labelArrow: "none", grid: true, nice: true},
      color: {domain: archs.map((a) => a.title), range: colors},
      marks: [
        Plot.ruleY([1], {stroke: "var(--ink)", strokeDasharray: "3 3"}),
        Plot.ruleY(bounds, {y: "ratio", stroke: "name", strokeDasharray: "6 3"}),
        Plot.text(bounds, {x: most, y: "ratio", text: (d) => `${d.name}: upper bound`, textAnchor: "end", dy: -7}),
        Plot.dot(points, {x: "bits", y: "ratio", fill: "name", r: 5, stroke: "var(--page)"}),
        Plot.tip(points, Plot.pointer({x: "bits", y: "ratio", title: (d) => `${d.name}\n${number(d.ratio, 3)} × ${state.base}\n${number(d.bits, 0, "bits")}`, ...tipStyle})),
      ],
    });
    const [x, y] = [svg.scale("x"), svg.scale("y")];
    const placed = points.map((p) => ({...p, x: x.apply(p.bits), y: y.apply(p.ratio)}));
    svg.insertBefore(labels(worthNaming(placed), placed, frame), svg.querySelector("g[aria-label=tip]"));
    return svg;
  }

  /** The best of each family, the base, and every mechanism that no other with as little storage beats. */
  const worthNaming = (points) => points.filter((p) =>
    p.arch.name === state.base || !points.some((q) => q.arch.mechanism === p.arch.mechanism && worth(q) > worth(p)) ||
    !points.some((q) => (worth(q) > worth(p) && q.bits <= p.bits) || (worth(q) === worth(p) && q.bits < p.bits)));

  const all = (item) => [["workload", ...archs.map((a) => a.name)], ...rows.map((r, i) => [r, ...item.values[i]])];
  const map = card({id: "mechanisms-by-workload", title: "Every mechanism on every workload, over the base", draw: heat, legend: heatLegend,
    rows: () => items.flatMap((item, i) => [...(i ? [[]] : []), [item.title], ...all(item)])});
  const scatter = cost >= 0 ? card({id: "speed-and-storage", title: "Speed-up of a mechanism against its storage per core", draw: trade,
    note: "Storage is what `heddle cost` counts: whole reconvergence stacks, and for other mechanisms what their papers list, which may be only what is added. 0: no structure is described. A line is an upper bound, not a hardware proposal. `heddle cost --arch NAME` lists the structures. The chart names the base, the best of each family, and every mechanism that no other with as little storage beats.",
    rows: () => [["mechanism", `geometric mean of ${items[0].title} over ${state.base}`, items[cost].unit], ...summary().map((s) => [s.arch.name, s.ratio, s.cells[cost]])]}) : null;

  const update = () => view.draw();
  const settings = shared(archs);
  const classes = ["all", "regular", "irregular", "coherent", "divergent", "interleavable"].filter((c) => c === "all" || info.some((r) => r.classes.includes(c)));
  const base = h("select", {"aria-label": "base", onchange: (e) => { state.base = e.target.value; update(); }},
    archs.map((a) => h("option", {value: a.name}, a.title)));
  const workloads = choices("workloads", rows.map((r) => [r, r]), state.rows, update);
  const view = h("article.explorer", {},
    h("header.title", {}, h("h1", {}, "All mechanisms", h("small", {}, study.title)), study.note ? h("p.lead", {}, prose(study.note)) : null,
      h("p.command", {}, h("code", {}, command), ` on the preset ${study.preset}, size ${study.size}`,
        settings.length ? [", with ", settings.map((s, i) => [i ? ", " : "", h("code", {}, s)])] : null)),
    study.failures.map((f) => h("p.failure", {role: "alert"}, `${f.row} under ${f.variant}: ${f.what}`)),
    h("div.filters", {}, choice("class", classes.map((c) => [c, c]), "all", (c) => { state.classes = c; update(); }),
      h("label.choice", {}, h("span.choice-label", {}, "base"), base), shown, link, workloads),
    h("div.scroll", {}, h("table.numbers.sortable", {}, h("caption", {}, "Means over the selected workloads; speed is the geometric mean of ratios to the base"), h("thead", {}, head), body)),
    choice("the map shows", items.map((item, i) => [i, item.title]).filter(([i]) => !items[i].of_machine), 0, (i) => { state.item = i; map.draw(); }),
    map, scatter);
  view.draw = () => { table(); map.draw(); scatter?.draw(); };
  return view;
}
