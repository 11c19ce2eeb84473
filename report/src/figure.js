// A figure on the page: title, legend, chart, and its numbers as a table and as CSV.
import {kinds, seriesOf, stackColors} from "./charts.js";
import {csvLink, h, number, prose, svgLink} from "./dom.js";
import {mechanismColors} from "./theme.js";

export function legend(names, colors, more = []) {
  return h("ul.legend", {"aria-label": "Legend"},
    names.map((name, i) => h("li", {}, h("span.swatch", {style: {background: colors[i]}}), name)), more);
}

function legendOf(figure, study, tables) {
  const table = tables[0];
  const diamond = tables.some((t) => t.lines.some((l) => l.paper.some((p) => p !== null)))
    ? [h("li", {}, h("span.diamond", {"aria-hidden": "true"}), "the paper's number")] : [];
  if (figure.kind === "stacked") {
    const names = tables.length > 1 ? figure.labels : table.header.slice(1);
    const order = tables.length > 1
      ? [h("li.aside", {}, `bars of a group: ${table.header.slice(1).map((v, i) => `${i + 1} ${v}`).join(", ")}`)] : [];
    return legend(names, stackColors(names), order);
  }
  if (figure.kind === "lines" && table.kind === "variants") {
    const names = table.lines.map((l) => l.label);
    return legend(names, mechanismColors(table.variants.map((n) => study.variants.find((v) => v.name === n).mechanism)), diamond);
  }
  const {names, colors} = seriesOf(study, table);
  return legend(names, colors, diamond);
}

/** A table with the paper's numbers and ours. */
export function tableOf(table, caption = table.title) {
  const mean = (i) => table.mean !== "" && i === table.lines.length - 1;
  return h("div.scroll", {tabindex: "0", role: "region", "aria-label": caption}, h("table.numbers", {},
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, table.header.map((t) => h("th", {scope: "col"}, t)))),
    h("tbody", {}, table.lines.map((line, i) => h(mean(i) ? "tr.mean" : "tr", {},
      h("th", {scope: "row"}, line.label),
      line.ours.map((value, k) => h("td", {}, number(value, table.digits),
        line.paper[k] === null ? null : h("span.paper", {title: "the paper's"}, ` (${number(line.paper[k], table.digits)})`))))))));
}

export function tableRows(table) {
  const hasPaper = table.lines.some((l) => l.paper.some((p) => p !== null));
  const names = table.header.slice(1);
  return [["", ...names, ...(hasPaper ? names.map((n) => `${n} (paper)`) : [])],
    ...table.lines.map((l) => [l.label, ...l.ours, ...(hasPaper ? l.paper : [])])];
}

/** A card whose chart is drawn as wide as the card. legend() and rows() give what is true at the
    time: colours follow the theme, numbers the reader's choices. More: other links to data. */
export function card({id, title, note, legend: makeLegend, draw, rows, tables = [], more = []}) {
  const plot = h("div.plot"), key = h("div"), picture = svgLink(id, () => plot);
  const element = h("figure.card", {id},
    h("figcaption", {}, h("h3", {}, title), note ? h("p.note", {}, prose(note)) : null),
    key, plot,
    h("footer", {}, csvLink(id, rows), picture, more,
      tables.length ? h("details", {}, h("summary", {}, "table"), tables.map((t) => tableOf(t))) : null));
  element.draw = () => {
    const width = Math.max(320, plot.clientWidth || 960);
    if (makeLegend) key.replaceChildren(makeLegend());
    plot.replaceChildren(draw(width));
    picture.hidden = plot.querySelector("svg") === null;
  };
  return element;
}

/** A table with some of its columns. */
function only(table, columns) {
  if (!columns?.length) return table;
  const kept = table.header.slice(1).map((title, i) => (columns.includes(title) ? i : -1)).filter((i) => i >= 0);
  const of = (values) => kept.map((i) => values[i]);
  return {...table, header: ["", ...of(table.header.slice(1))], variants: table.kind === "metric" ? of(table.variants) : table.variants,
    lines: table.lines.map((l) => ({...l, ours: of(l.ours), paper: of(l.paper)}))};
}

export function figureCard(study, figure, index) {
  const all = figure.tables.map((id) => study.tables.find((t) => t.id === id));
  const tables = all.map((t) => only(t, figure.columns));
  const rows = () => all.flatMap((t, i) => [...(i ? [[]] : []), ...(tables.length > 1 ? [[t.title]] : []), ...tableRows(t)]);
  return card({
    id: `${study.name}-${index}-${figure.tables[0]}`, title: figure.title, note: tables[0].note,
    legend: () => legendOf(figure, study, tables), tables: all, rows,
    draw: (width) => kinds[figure.kind]({figure, study, tables, width}),
  });
}
