// Elements, numbers and small texts.
import {format} from "d3";

/** h("td.number", {title: "…"}, child, …): attributes whose name starts with "on" are listeners. */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "style" && typeof value === "object") Object.assign(element.style, value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

export function number(value, digits = 2, unit = "") {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  const text = format(Math.abs(value) >= 10000 ? `,.${digits}f` : `.${digits}f`)(value).replaceAll(",", " ");
  return unit ? `${text} ${unit}` : text;
}

export const count = (n) => format(",")(n).replaceAll(",", " ");

/** The subset of Markdown that studies use: *em*, **strong**, `code`, [text](place). */
export function prose(text) {
  const nodes = [];
  const pattern = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\[([^\]]+)\]\([^)]*\)/g;
  let at = 0;
  for (const m of text.matchAll(pattern)) {
    nodes.push(text.slice(at, m.index));
    if (m[1]) nodes.push(h("strong", {}, m[1]));
    else if (m[2]) nodes.push(h("em", {}, m[2]));
    else if (m[3]) nodes.push(h("code", {}, m[3]));
    else nodes.push(m[4]);
    at = m.index + m[0].length;
  }
  nodes.push(text.slice(at));
  return nodes;
}

const csvCell = (v) => {
  const text = v === null || v === undefined ? "" : String(v);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A link that saves the result of rows() as CSV. It is called on the click, so that a file never
    differs from what is shown, and long ones cost nothing before. */
export function csvLink(name, rows, label = "data (CSV)") {
  let made = null;
  const fill = (event) => {
    if (made) URL.revokeObjectURL(made);
    made = URL.createObjectURL(new Blob(rows().map((row) => `${row.map(csvCell).join(",")}\n`), {type: "text/csv;charset=utf-8"}));
    event.currentTarget.href = made;
  };
  return h("a.csv", {href: "data:text/csv,", download: `${name}.csv`, onclick: fill, oncontextmenu: fill}, label);
}

/** A picture as a file of its own: without the page's variables and style sheet. */
export function svgText(picture) {
  const copy = picture.cloneNode(true), style = getComputedStyle(document.documentElement);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const text = new XMLSerializer().serializeToString(copy);
  return text.replace(/var\((--[\w-]+)\)/g, (all, name) => style.getPropertyValue(name).trim().replaceAll('"', "'") || all);
}

/** Several pictures below each other. */
export function svgsText(pictures) {
  if (pictures.length === 1) return svgText(pictures[0]);
  let top = 0, width = 0;
  const parts = pictures.map((p) => {
    const part = svgText(p).replace("<svg", `<svg y="${top}"`), box = p.getBoundingClientRect();
    top += Number(p.getAttribute("height")) || box.height;
    width = Math.max(width, Number(p.getAttribute("width")) || box.width);
    return part;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}">${parts.join("\n")}</svg>`;
}

/** A link that saves the pictures inside the element as SVG. */
export function svgLink(name, inside) {
  let made = null;
  const fill = (event) => {
    if (made) URL.revokeObjectURL(made);
    made = URL.createObjectURL(new Blob([svgsText([...inside().querySelectorAll("svg")].filter((p) => !p.parentElement.closest("svg")))], {type: "image/svg+xml"}));
    event.currentTarget.href = made;
  };
  return h("a.svg", {href: "data:image/svg+xml,", download: `${name}.svg`, onclick: fill, oncontextmenu: fill}, "picture (SVG)");
}

/** Buttons, exactly one of which is pressed. */
export function choice(label, options, chosen, choose) {
  const buttons = options.map(([value, text, title]) =>
    h("button.chip", {type: "button", title, "aria-pressed": String(value === chosen), "data-value": value,
      onclick: () => {
        for (const b of buttons) b.setAttribute("aria-pressed", String(b.dataset.value === String(value)));
        choose(value);
      }}, text));
  return h("div.choice", {role: "group", "aria-label": label}, h("span.choice-label", {}, label), buttons);
}

/** Toggle buttons; updates the Set `chosen`. */
export function choices(label, options, chosen, change) {
  const buttons = options.map(([value, ...content]) =>
    h("button.chip", {type: "button", "aria-pressed": String(chosen.has(value)), "data-value": value,
      onclick: (event) => {
        chosen.has(value) ? chosen.delete(value) : chosen.add(value);
        event.currentTarget.setAttribute("aria-pressed", String(chosen.has(value)));
        change();
      }}, content));
  return h("div.choice", {role: "group", "aria-label": label}, h("span.choice-label", {}, label), buttons);
}
