// The control-flow graph: blocks from top to bottom, and where threads diverge and reconverge.
import dagre from "@dagrejs/dagre";
import {number} from "./dom.js";

const kWidth = 164, kHeight = 46, kScale = 0.92;
const ns = "http://www.w3.org/2000/svg";

function svg(name, attributes = {}, ...children) {
  const e = document.createElementNS(ns, name);
  for (const [k, v] of Object.entries(attributes)) if (v !== undefined && v !== null) e.setAttribute(k, v);
  e.append(...children.filter(Boolean));
  return e;
}

const path = (points) => {
  // Through the midpoints of the segments, so that corners are round.
  if (points.length < 3) return `M${points.map((p) => `${p.x} ${p.y}`).join("L")}`;
  let d = `M${points[0].x} ${points[0].y}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [a, b] = [points[i], points[i + 1]];
    const end = i === points.length - 2 ? b : {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2};
    d += `Q${a.x} ${a.y} ${end.x} ${end.y}`;
  }
  return d;
};

/** A polyline with small round corners. */
const rounded = (points) => {
  let d = `M${points[0].x} ${points[0].y}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [a, b, c] = [points[i - 1], points[i], points[i + 1]];
    const near = (p) => {
      const long = Math.hypot(p.x - b.x, p.y - b.y) || 1, r = Math.min(6, long / 2);
      return `${b.x + (r * (p.x - b.x)) / long} ${b.y + (r * (p.y - b.y)) / long}`;
    };
    d += `L${near(a)}Q${b.x} ${b.y} ${near(c)}`;
  }
  const end = points[points.length - 1];
  return `${d}L${end.x} ${end.y}`;
};

/** From a branch to its reconvergence point, to the right of all blocks in between, without overlapping
    lines. If another block is to the right in the same row, a line leaves or enters through the space
    between rows. */
function reconvergenceRoutes(reconvergences, nodes) {
  const at = (id) => nodes.find((n) => n.id === id);
  const open = (n) => !nodes.some((m) => m.id !== n.id && m.x > n.x && Math.abs(m.y - n.y) < kHeight);
  const routes = [];
  const short = (m) => Math.abs(at(m.to).y - at(m.from).y);
  for (const {from, to} of [...reconvergences].sort((a, b) => short(a) - short(b))) {
    const a = at(from), b = at(to), down = kHeight / 2 + 9;
    const begin = open(a) ? [{x: a.x + kWidth / 2, y: a.y + 8}] : [{x: a.x + kWidth / 2 - 14, y: a.y + kHeight / 2}, {x: a.x + kWidth / 2 - 14, y: a.y + down}];
    const end = open(b) ? [{x: b.x + kWidth / 2 + 4, y: b.y - 8}] : [{x: b.x + kWidth / 2 - 14, y: b.y - down}, {x: b.x + kWidth / 2 - 14, y: b.y - kHeight / 2 - 4}];
    const [high, low] = [begin[begin.length - 1].y, end[0].y].sort((x, y) => x - y);
    const beside = nodes.filter((n) => n.y + kHeight / 2 > high && n.y - kHeight / 2 < low);
    let out = Math.max(a.x, b.x, ...beside.map((n) => n.x)) + kWidth / 2 + 18;
    while (routes.some((r) => Math.abs(r.out - out) < 8 && r.high < low + 4 && high - 4 < r.low)) out += 9;
    routes.push({from, to, out, high, low, points: [...begin, {x: out, y: begin[begin.length - 1].y}, {x: out, y: end[0].y}, ...end]});
  }
  return routes;
}

/** [{from, to}, …]: blocks at whose end threads may diverge, and where they reconverge. */
function reconvergencesOf(graph, blocks) {
  const reconvergences = [];
  for (const branch of graph.branches) {
    if (branch.uniform || branch.reconvergence_line === null) continue;
    const to = blocks.find((b) => b.first_pc === branch.reconvergence_pc);
    if (to && to.id !== branch.block && !reconvergences.some((m) => m.from === branch.block && m.to === to.id)) reconvergences.push({from: branch.block, to: to.id});
  }
  return reconvergences;
}

/** The drawing as two tables: blocks, and edges between them. */
export function graphRows(graph, used) {
  const blocks = graph.blocks.filter((b) => b.reachable);
  return [["block", "first line", "last line", "threads may diverge", "threads reconverge", "share of lanes"],
    ...blocks.map((b) => [b.id, b.first_line, b.last_line, graph.branches.some((br) => br.block === b.id && !br.uniform), b.reconvergence, used(b)]),
    [], ["from", "to", "kind"],
    ...blocks.flatMap((b) => [...new Set(b.successors)].map((s) => [b.id, s ?? "end", "edge"])),
    ...reconvergencesOf(graph, blocks).map((m) => [m.from, m.to, "reconvergence"])];
}

/** blocks and branches as in `heddle inspect --json`; used(block): fraction of lanes in use, or null. */
export function graphView({graph, colors, used, choose}) {
  const blocks = graph.blocks.filter((b) => b.reachable);
  const layout = new dagre.graphlib.Graph();
  layout.setGraph({rankdir: "TB", nodesep: 26, ranksep: 34, marginx: 12, marginy: 12});
  layout.setDefaultEdgeLabel(() => ({}));
  for (const b of blocks) layout.setNode(String(b.id), {width: kWidth, height: kHeight});
  if (blocks.some((b) => b.successors.includes(null))) layout.setNode("end", {width: 44, height: 22});
  for (const b of blocks) for (const s of new Set(b.successors)) layout.setEdge(String(b.id), s === null ? "end" : String(s));
  dagre.layout(layout);
  const {height} = layout.graph();
  const across = layout.edges().flatMap((e) => layout.edge(e).points.map((p) => p.x));
  const left = Math.min(0, ...across.map((x) => x - 12)), width = Math.max(layout.graph().width, ...across.map((x) => x + 12)) - left;

  const reconvergences = reconvergencesOf(graph, blocks);
  const routes = reconvergenceRoutes(reconvergences, blocks.map((b) => ({id: b.id, ...layout.node(String(b.id))})));
  const whole = Math.max(left + width, ...routes.map((r) => r.out + 12)) - left;
  const root = svg("svg", {viewBox: `${left} 0 ${whole} ${height}`, width: kScale * whole, height: kScale * height, class: "graph", role: "img",
    "aria-label": `Control flow of ${graph.name}: ${blocks.length} blocks, ${reconvergences.length} pairs of a branch and its reconvergence point`},
    svg("defs", {},
      svg("marker", {id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto"}, svg("path", {d: "M0 0L8 4L0 8z", class: "head"})),
      svg("marker", {id: "reconverge", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto"}, svg("path", {d: "M0 0L8 4L0 8z", class: "reconvergence-head"}))));
  for (const e of layout.edges()) {
    const back = e.w !== "end" && layout.node(e.w).y <= layout.node(e.v).y;
    root.append(svg("path", {d: path(layout.edge(e).points), class: back ? "edge back" : "edge", "marker-end": "url(#arrow)"}));
  }
  for (const {from, to, points} of routes)
    root.append(svg("path", {class: "reconvergence", "marker-end": "url(#reconverge)", "data-from": from, "data-to": to, d: rounded(points)},
      svg("title", {}, `threads that diverge in B${from} reconverge in B${to}`)));
  for (const b of blocks) {
    const {x, y} = layout.node(String(b.id)), share = used(b);
    const divergent = graph.branches.some((br) => br.block === b.id && !br.uniform);
    const node = svg("g", {class: `block${b.reconvergence ? " reconverges" : ""}`, transform: `translate(${x - kWidth / 2} ${y - kHeight / 2})`,
      tabindex: 0, role: "button", "data-block": b.id,
      "aria-label": `block ${b.id}, lines ${b.first_line} to ${b.last_line}${b.reconvergence ? ", threads reconverge here" : ""}${divergent ? ", threads may diverge here" : ""}`},
      svg("rect", {width: kWidth, height: kHeight, rx: 5, class: "box"}),
      b.reconvergence ? svg("rect", {x: -3.5, y: -3.5, width: kWidth + 7, height: kHeight + 7, rx: 8, class: "ring"}) : null,
      svg("rect", {width: 7, height: kHeight, rx: 2, fill: colors.get(b.id)}));
    const text = (tx, ty, cls, content, anchor) => { const t = svg("text", {x: tx, y: ty, class: cls, "text-anchor": anchor}); t.textContent = content; node.append(t); };
    text(15, 17, "name", `B${b.id}`);
    text(kWidth - 8, 17, "lines", `lines ${b.first_line}–${b.last_line}`, "end");
    if (share !== null) {
      node.append(svg("rect", {x: 15, y: 29, width: 60, height: 6, rx: 3, class: "meter"}),
        svg("rect", {x: 15, y: 29, width: Math.max(1, 60 * share), height: 6, rx: 3, class: "meter-used"}));
      text(kWidth - 8, 36, "share", `${number(100 * share, 0)} % of lanes`, "end");
    } else text(15, 36, "share", "not executed");
    const pick = () => choose(b);
    node.addEventListener("click", pick);
    node.addEventListener("keydown", (e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); pick(); } });
    root.append(node);
  }
  if (layout.hasNode("end")) {
    const {x, y} = layout.node("end");
    const t = svg("text", {x, y: y + 4, "text-anchor": "middle", class: "end-text"});
    t.textContent = "end";
    root.append(svg("rect", {x: x - 22, y: y - 11, width: 44, height: 22, rx: 11, class: "end"}), t);
  }
  root.entry = kScale * (layout.node(String(blocks[0].id)).x - left);
  return root;
}
