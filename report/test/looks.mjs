// Checks of individual figures of a report; browser.mjs opens the report.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {csvParseRows, hcl} from "d3";

/** Downloads the data behind a link: rows of cells. */
export async function saved(page, link) {
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return csvParseRows(readFileSync(await download.path(), "utf8"));
}

/** Hovering over either end of the widest bar of a figure shows its tooltip. */
export async function barsShowTooltips(page, card, figure) {
  if (figure.kind !== "bars" && figure.kind !== "stacked") return;
  const bars = card.locator("svg g[aria-label=bar] rect");
  const widest = await bars.evaluateAll((list) => {
    const size = (e) => { const {width, height} = e.getBoundingClientRect(); return height > 4 ? width : 0; };
    return list.reduce((best, e, i) => (size(e) > (best < 0 ? 0 : size(list[best])) ? i : best), -1);
  });
  if (widest < 0) return;
  const bar = bars.nth(widest);
  await bar.scrollIntoViewIfNeeded();
  const box = await bar.boundingBox(), plain = (text) => text.replace(/[\s\u200b]/g, "");
  const expected = plain(await bar.getAttribute("aria-label")), tip = card.locator(figure.kind === "stacked" ? ".hover.on" : "g[aria-label=tip] text");
  for (const share of [0.05, 0.95]) {
    await page.mouse.move(0, 0);
    await page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
    let text = "";
    for (let i = 0; i < 20 && text !== expected; i++) {
      await page.waitForTimeout(20);
      text = plain((await tip.allTextContents()).join());
    }
    assert.equal(text, expected, `${figure.title}: at ${100 * share} % of a bar`);
  }
}

/** Hovering near either edge of a cell of the map shows its tooltip. */
export async function cellsShowTooltips(page) {
  const cell = page.locator("#mechanisms-by-workload g[aria-label=cell] rect").first(), tip = page.locator("#mechanisms-by-workload g[aria-label=tip] text");
  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox(), [mechanism, row] = /^(.*), (.*): /.exec(await cell.getAttribute("aria-label")).slice(1);
  for (const share of [0.05, 0.95]) {
    await page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
    await page.waitForTimeout(60);
    assert.ok((await tip.allTextContents()).join().replaceAll("\u200b", "").startsWith(`${mechanism} · ${row}`), `the map shows no tooltip at ${100 * share} % of a cell`);
  }
}

/** A label is next to its point or connected to it by a line; labels do not overlap. */
export async function labelsAreNextToTheirPoints(page, base) {
  const found = await page.locator("#speed-and-storage .labels").evaluate((group) => {
    const number = (e, name) => Number(e.getAttribute(name));
    const lines = [...group.querySelectorAll("line")].map((e) => ({name: e.dataset.name, x1: number(e, "x1"), y1: number(e, "y1"), x2: number(e, "x2"), y2: number(e, "y2")}));
    const dots = [...group.ownerSVGElement.querySelectorAll("g[aria-label=dot] circle")].map((e) => ({x: number(e, "cx"), y: number(e, "cy")}));
    const texts = [...group.querySelectorAll("text")].map((e) => { const b = e.getBBox();
      return {name: e.dataset.name, x: Number(e.dataset.x), y: Number(e.dataset.y), left: b.x, right: b.x + b.width, top: b.y, bottom: b.y + b.height}; });
    return {lines, dots, texts};
  });
  assert.ok(found.texts.some((t) => t.name === base), "the base has no label");
  const away = (t, x, y) => Math.hypot(Math.max(t.left - x, 0, x - t.right), Math.max(t.top - y, 0, y - t.bottom));
  for (const t of found.texts) {
    assert.ok(found.dots.some((d) => Math.hypot(d.x - t.x, d.y - t.y) < 1), `${t.name} belongs to no point`);
    const line = found.lines.find((l) => l.name === t.name);
    if (line) assert.ok(Math.hypot(line.x1 - t.x, line.y1 - t.y) < 7 && away(t, line.x2, line.y2) < 4, `the line of ${t.name} leads elsewhere`);
    else assert.ok(away(t, t.x, t.y) < 12, `${t.name} is away from its point`);
    for (const other of found.texts)
      assert.ok(other === t || t.left > other.right - 1 || other.left > t.right - 1 || t.top > other.bottom - 3 || other.top > t.bottom - 3, `${t.name} overlaps ${other.name}`);
  }
}

/** Lines from a branch to its reconvergence point pass through no other block. */
export async function linesAvoidBlocks(page, row) {
  const through = await page.locator(".graph").first().evaluate((graph) => {
    const blocks = [...graph.querySelectorAll(".block")].map((g) => { const m = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(g.getAttribute("transform")), box = g.querySelector(".box");
      return {id: g.dataset.block, x: Number(m[1]), y: Number(m[2]), w: box.width.baseVal.value, h: box.height.baseVal.value}; });
    const {x, y, width, height} = graph.viewBox.baseVal, wrong = [];
    for (const path of graph.querySelectorAll(".reconvergence"))
      for (let at = 0, long = path.getTotalLength(); at <= long; at += 4) {
        const p = path.getPointAtLength(at);
        if (p.x < x || p.x > x + width || p.y < y || p.y > y + height) wrong.push(`B${path.dataset.from} leaves the picture`);
        for (const b of blocks)
          if (p.x > b.x + 1 && p.x < b.x + b.w - 1 && p.y > b.y + 1 && p.y < b.y + b.h - 1) wrong.push(`B${path.dataset.from} to B${path.dataset.to} through B${b.id}`);
      }
    return [...new Set(wrong)];
  });
  assert.deepEqual(through, [], row);
}

/** The mean of a figure is visible without scrolling sideways. */
export async function meansAreVisible(page, study) {
  await page.evaluate((h) => { location.hash = h; }, `#/study/${study.name}`);
  await page.waitForTimeout(60);
  for (const [i, figure] of study.figures.entries()) {
    if (figure.kind !== "bars" || !study.tables.find((t) => t.id === figure.tables[0]).mean) continue;
    const hidden = await page.locator("figure.card").nth(i).locator(".plot").evaluate((plot) => {
      const mean = plot.querySelector("g[aria-label=frame] rect, rect[aria-label=frame]").getBoundingClientRect(), box = plot.getBoundingClientRect();
      return Math.max(mean.right - box.right, box.left - mean.left);
    });
    assert.ok(hidden <= 1, `${study.name}, ${figure.title}: the mean is ${hidden} pixels out of sight`);
  }
}

/** A series whose name belongs to variants of one mechanism has that mechanism's hue. */
export async function mechanismColoursAgree(page, studies) {
  const hues = new Map();
  for (const study of studies.filter((s) => s.figures.length)) {
    await page.evaluate((h) => { location.hash = h; }, `#/study/${study.name}`);
    await page.waitForTimeout(60);
    const series = await page.locator("figure.card > div > .legend li").evaluateAll((list) => list.filter((li) => li.querySelector(".swatch")).map((li) => [li.textContent, getComputedStyle(li.querySelector(".swatch")).backgroundColor]));
    for (const [name, color] of series) {
      const mechanisms = new Set(study.variants.filter((v) => v.title === name).map((v) => v.mechanism)), {h, c} = hcl(color);
      if (mechanisms.size !== 1 || c < 12) continue;  // greys have no hue
      const [mechanism] = mechanisms;
      if (!hues.has(mechanism)) hues.set(mechanism, {h, name});
      const apart = Math.abs(((h - hues.get(mechanism).h + 540) % 360) - 180);
      assert.ok(apart < 20, `${mechanism} has different hues: ${name} of ${study.name}, ${hues.get(mechanism).name}`);
    }
  }
}
