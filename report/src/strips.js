// Lanes over time. Each strip is one mechanism: a row per lane, a column per cycle, the same cycles
// for all. A cell is coloured by the basic block that the lane executes, or by the original warp of
// the thread, which shows which threads run together.
import {hcl, ticks} from "d3";
import {h, number} from "./dom.js";
import {css, isDark} from "./theme.js";

const kLane = 4;  // pixels
const kWarp = 32;
const kWarpColors = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#b8a100", "#7a4fb5", "#7f7f7f", "#9a5b13", "#17becf", "#b0417a"];
export const warpColor = (warp) => kWarpColors[warp % kWarpColors.length];

/** Turns the report's flat list into cells by lane and cycle. */
export function decode(variant, window) {
  const bands = [];
  let rows = 0;
  for (const [name, count] of variant.lanes) { bands.push({name, first: rows, count}); rows += count; }
  const slices = [], at = new Int32Array(rows * window).fill(-1), thread = new Int32Array(rows * window);
  const s = variant.slices.split(/\s+/).filter(Boolean).map(Number);
  for (let i = 0; i < s.length;) {
    const slice = {t: s[i], cycles: s[i + 1], line: s[i + 2], threads: 0};
    const runs = s[i + 3];
    i += 4;
    for (let r = 0; r < runs; r++, i += 3) {
      const n = Math.abs(s[i + 2]), step = Math.sign(s[i + 2]);
      if (slice.cycles < 0) {  // one lane executes one thread after another
        slice.threads = 1;
        for (let k = 0; k < n && slice.t + k < window; k++) {
          at[s[i] * window + slice.t + k] = slices.length;
          thread[s[i] * window + slice.t + k] = s[i + 1] + k;
        }
        continue;
      }
      slice.threads += n;
      for (let k = 0; k < n; k++)
        for (let c = 0; c < slice.cycles && slice.t + c < window; c++) {
          const cell = (s[i] + k) * window + slice.t + c;
          at[cell] = slices.length;
          thread[cell] = s[i + 1] + k * step;
        }
    }
    slices.push(slice);
  }
  const used = bands.filter((b) => at.subarray(b.first * window, (b.first + b.count) * window).some((x) => x >= 0));
  const shown = used.flatMap((b) => Array.from({length: b.count}, (_, k) => ({row: b.first + k, lane: k, band: b.name})));
  let busy = 0;
  for (const {row} of shown) for (let t = 0; t < window; t++) busy += at[row * window + t] >= 0;
  return {slices, at, thread, shown, window, bands: used, busy: shown.length ? busy / (shown.length * window) : 0};
}

export class Strips {
  /** texts: by line, the instruction; colorOf(line): its colour. */
  constructor({page, texts, colorOf}) {
    this.page = page;
    this.texts = texts;
    this.colorOf = colorOf;
    this.mode = "code";
    this.pinned = null;
    this.strips = page.variants.map((variant) => ({variant, picture: decode(variant, page.window)}));
    this.readout = h("div.readout", {role: "status", "aria-live": "polite"});
    this.axis = h("div.ticks", {"aria-hidden": "true"});
    this.element = h("div.strips", {}, this.strips.map((s) => this.build(s)),
      h("div.strip.strip-axis", {}, h("div.strip-name", {}, "cycle"), this.axis), this.readout);
  }

  /** Every cell that is not idle. */
  rows() {
    const rows = [["mechanism", "cycle", "unit", "lane", "line", "thread"]];
    for (const {variant, picture} of this.strips)
      for (let t = 0; t < picture.window; t++)
        for (const {row, lane, band} of picture.shown) {
          const index = row * picture.window + t, slice = picture.slices[picture.at[index]];
          if (slice) rows.push([variant.title, this.page.from + t, band, lane, slice.line, picture.thread[index]]);
        }
    return rows;
  }

  build(strip) {
    const {variant, picture} = strip;
    const height = picture.shown.length * kLane;
    strip.canvas = h("canvas", {role: "img", tabindex: "0", "aria-label":
      `${variant.title}: ${picture.shown.length} lanes over ${this.page.window} cycles; arrow keys move`});
    strip.over = h("canvas.over", {"aria-hidden": "true"});
    strip.cursor = {t: 0, y: 0};
    const place = (event) => {
      const box = strip.canvas.getBoundingClientRect();
      return {t: Math.floor(((event.clientX - box.left) / box.width) * this.page.window),
        y: Math.floor(((event.clientY - box.top) / box.height) * picture.shown.length)};
    };
    strip.canvas.addEventListener("pointermove", (e) => this.point(strip, place(e), e));
    strip.canvas.addEventListener("pointerleave", () => this.point(null));
    strip.canvas.addEventListener("blur", () => this.point(null));
    strip.canvas.addEventListener("click", (e) => this.pin(strip, place(e)));
    strip.canvas.addEventListener("keydown", (e) => {
      const move = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[e.key];
      if (e.key === "Enter" || e.key === " ") { e.preventDefault(); return this.pin(strip, strip.cursor); }
      if (!move) return;
      e.preventDefault();
      strip.cursor = {t: Math.min(this.page.window - 1, Math.max(0, strip.cursor.t + move[0])),
        y: Math.min(picture.shown.length - 1, Math.max(0, strip.cursor.y + move[1]))};
      this.point(strip, strip.cursor);
    });
    strip.element = h("div.strip", {"data-variant": variant.title},
      h("div.strip-name", {}, h("strong", {}, variant.title),
        h("span", {}, `${Math.round(picture.busy * 100)} % of lanes busy`),
        h("span", {}, `launch: ${number(variant.cycles, 0)} cycles`)),
      h("div.strip-picture", {style: {height: `${height}px`}}, strip.canvas, strip.over));
    return strip.element;
  }

  show(titles) {
    for (const s of this.strips) s.element.hidden = !titles.has(s.variant.title);
    this.draw();
  }

  setMode(mode) { this.mode = mode; this.draw(); }

  pin(strip, at) {
    const cell = this.cell(strip, at);
    const warp = cell ? Math.floor(cell.thread / kWarp) : null;
    this.pinned = this.pinned === warp ? null : warp;
    this.draw();
  }

  cell(strip, {t, y}) {
    const {picture} = strip, shown = picture.shown[y];
    if (!shown || t < 0 || t >= picture.window) return null;
    const index = shown.row * picture.window + t;
    return picture.at[index] < 0 ? null : {...picture.slices[picture.at[index]], thread: picture.thread[index], ...shown, slice: picture.at[index]};
  }

  draw() {
    for (const s of this.strips) if (!s.element.hidden) this.paint(s);
    this.drawAxis();
  }

  /** Cycles of the launch, under the middles of their columns. */
  drawAxis() {
    const first = this.strips.find((s) => !s.element.hidden), {from, window} = this.page;
    this.axis.parentElement.hidden = !first;
    if (!first) return;
    const column = parseFloat(first.canvas.style.width) / window;
    this.axis.style.width = first.canvas.style.width;
    this.axis.replaceChildren(...ticks(from, from + window - 1, Math.max(2, Math.floor((column * window) / 90))).map((cycle) =>
      h("span.tick", {"data-cycle": cycle, style: {left: `${(cycle - from + 0.5) * column}px`}}, String(cycle))));
  }

  /** Whole device pixels per cell, so that columns are equally wide. */
  fit(canvas, picture) {
    const ratio = globalThis.devicePixelRatio || 1;
    const space = canvas.parentElement.clientWidth || 960;
    const cw = Math.max(1, Math.floor((space * ratio) / picture.window)), ch = Math.max(1, Math.round(kLane * ratio));
    canvas.width = cw * picture.window;
    canvas.height = ch * picture.shown.length;
    canvas.style.width = `${canvas.width / ratio}px`;
    canvas.style.height = `${canvas.height / ratio}px`;
    return {cw, ch};
  }

  paint(strip) {
    const {picture, canvas} = strip;
    const {cw, ch} = this.fit(canvas, picture);
    const g = canvas.getContext("2d");
    g.fillStyle = css("--idle-cell");
    g.fillRect(0, 0, canvas.width, canvas.height);
    const gap = ch >= 4 ? 1 : 0;
    const colors = new Map();
    const color = (line, thread) => {
      const key = this.mode === "code" ? line : -1 - Math.floor(thread / kWarp);
      if (!colors.has(key)) colors.set(key, this.mode === "code" ? this.colorOf(line) : isDark() ? hcl(warpColor(-1 - key)).brighter(0.3).formatHex() : warpColor(-1 - key));
      return colors.get(key);
    };
    picture.shown.forEach(({row}, y) => {
      const first = row * picture.window;
      for (let t = 0; t < picture.window; t++) {
        const s = picture.at[first + t];
        if (s < 0) continue;
        const thread = picture.thread[first + t];
        g.globalAlpha = this.pinned === null || Math.floor(thread / kWarp) === this.pinned ? 1 : 0.13;
        g.fillStyle = color(picture.slices[s].line, thread);
        g.fillRect(t * cw, y * ch, cw - (cw > 3 ? 1 : 0), ch - gap);
      }
    });
    g.globalAlpha = 1;
  }

  /** Shows what is under the pointer, and highlights the same thread in all strips. */
  point(strip, at, event) {
    const cell = strip && this.cell(strip, at);
    for (const s of this.strips) {
      if (s.element.hidden) continue;
      const {cw, ch} = this.fit(s.over, s.picture);
      if (!strip) continue;
      const g = s.over.getContext("2d");
      g.strokeStyle = css("--mark");
      g.lineWidth = Math.max(1.5, ch / 4);
      if (at) { g.globalAlpha = 0.35; g.fillStyle = css("--ink"); g.fillRect(at.t * cw + Math.floor(cw / 2), 0, 1, s.over.height); g.globalAlpha = 1; }
      if (!cell) continue;
      s.picture.shown.forEach(({row}, y) => {
        for (let t = 0; t < s.picture.window; t++) {
          const index = row * s.picture.window + t;
          if (s.picture.at[index] >= 0 && s.picture.thread[index] === cell.thread) g.strokeRect(t * cw - 0.5, y * ch - 0.5, cw + 1, ch + 1);
        }
      });
    }
    if (!strip) { this.readout.replaceChildren(); this.readout.classList.remove("on"); return; }
    const cycle = this.page.from + at.t;
    const block = this.page.block_threads;
    this.readout.replaceChildren(...(cell ? [
      h("strong", {}, `${strip.variant.title}, cycle ${cycle}, lane ${cell.lane}`),
      h("code", {}, `${cell.line}: ${this.texts.get(cell.line) ?? ""}`),
      h("span", {}, `thread ${cell.thread % block} of block ${Math.floor(cell.thread / block)} (original warp ${Math.floor((cell.thread % block) / kWarp)}); ${cell.threads} thread${cell.threads === 1 ? "" : "s"} together`),
    ] : [h("strong", {}, `${strip.variant.title}, cycle ${cycle}, lane ${strip.picture.shown[at.y]?.lane ?? ""}`), h("span", {}, "idle")]));
    this.readout.classList.add("on");
    if (event) {
      const right = event.clientX > innerWidth - 380;
      Object.assign(this.readout.style, {left: `${right ? event.clientX - 370 : event.clientX + 18}px`, top: `${Math.min(innerHeight - 110, event.clientY + 18)}px`});
    } else {
      const box = strip.canvas.getBoundingClientRect();
      Object.assign(this.readout.style, {left: `${box.left + 12}px`, top: `${Math.min(innerHeight - 110, box.bottom + 6)}px`});
    }
  }
}
