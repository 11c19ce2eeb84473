// Names of the points of a chart: each where there is room, with a thin line to its point if it is
// not adjacent.
const kFont = 10.5, kHigh = 13, kBeside = 9, kDot = 6;
const ns = "http://www.w3.org/2000/svg";

const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Candidate positions of a text: right and left of its point first, then further away. */
function* places(point, wide) {
  for (const far of [kBeside, 15, 22, 30, 40, 52, 66, 82, 100, 120])
    for (const angle of [0, 180, -35, 35, -145, 145, -65, 65, -115, 115]) {
      const x = point.x + far * Math.cos((angle * Math.PI) / 180), y = point.y + far * Math.sin((angle * Math.PI) / 180);
      const left = Math.cos((angle * Math.PI) / 180) > 0 ? x : x - wide;
      yield {left, right: left + wide, top: y - kHigh / 2, bottom: y + kHigh / 2, far};
    }
}

/** An SVG group of texts (and lines) for `named` that cover no point of `all`, inside `frame`. */
export function labels(named, all, frame) {
  const group = document.createElementNS(ns, "g");
  group.setAttribute("class", "labels");
  const measure = document.createElement("canvas").getContext("2d");
  measure.font = `${kFont}px ${getComputedStyle(document.body).fontFamily}`;
  const taken = all.map((p) => ({left: p.x - kDot, right: p.x + kDot, top: p.y - kDot, bottom: p.y + kDot}));
  const add = (name, attributes) => {
    const e = document.createElementNS(ns, name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    group.append(e);
    return e;
  };
  for (const point of named) {
    const wide = measure.measureText(point.name).width + 2;
    let box = null;
    for (const place of places(point, wide)) {
      if (place.left < frame.left || place.right > frame.right || place.top < frame.top || place.bottom > frame.bottom) continue;
      if (taken.some((t) => overlap(t, place))) continue;
      box = place;
      break;
    }
    if (!box) continue;  // the tip shows the name
    taken.push(box);
    const y = (box.top + box.bottom) / 2, right = box.left >= point.x - 1;
    if (box.far > kBeside) {
      const end = right ? box.left : box.right;
      // Below the pointer targets and ending before the dot, so that the dot stays round.
      const long = Math.hypot(end - point.x, y - point.y) || 1;
      add("line", {class: "leader", "data-name": point.name, x1: point.x + (5 * (end - point.x)) / long, y1: point.y + (5 * (y - point.y)) / long, x2: end, y2: y});
    }
    add("text", {"data-name": point.name, "data-x": point.x, "data-y": point.y, x: right ? box.left : box.right, y: y + 3.6,
      "text-anchor": right ? "start" : "end", "font-size": kFont}).textContent = point.name;
  }
  return group;
}
