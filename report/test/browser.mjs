// Opens a report in Chromium and checks it: every figure has marks, filtering, sorting and keyboard
// navigation work, there are no network requests and no console messages. Saves screenshots.
//
//   node browser.mjs REPORT.html FOLDER [N]
//
// N: checks only every Nth workload page.
// looks.mjs has the checks of individual figures.
import assert from "node:assert/strict";
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {chromium} from "playwright-core";
import {barsShowTooltips, cellsShowTooltips, mechanismColoursAgree, labelsAreNextToTheirPoints, linesAvoidBlocks, meansAreVisible, saved} from "./looks.mjs";

const [file, folder, every = 1] = process.argv.slice(2);
mkdirSync(folder, {recursive: true});
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
assert(executablePath, "Chromium is not installed");
const browser = await chromium.launch({executablePath, args: ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"]});
const messages = [], requests = [];

async function open(options, opened = file) {
  const context = await browser.newContext({viewport: {width: 1320, height: 900}, offline: true, ...options});
  const page = await context.newPage();
  page.on("console", (m) => { if (m.type() === "error" || m.type() === "warning") messages.push(m.text()); });
  page.on("pageerror", (e) => messages.push(String(e.stack ?? e)));
  page.on("request", (r) => { if (!/^(file|data|blob):/.test(r.url())) requests.push(r.url()); });
  await page.goto(pathToFileURL(resolve(opened)).href);
  await page.waitForSelector("html[data-ready=yes]");
  return page;
}

const page = await open({colorScheme: "light"});
const report = JSON.parse(await page.locator("#data").textContent());
const go = async (hash) => { await page.evaluate((h) => { location.hash = h; }, hash); await page.waitForTimeout(60); };
const shot = (name, of = page, fullPage = true) => of.screenshot({path: join(folder, `${name}.png`), fullPage});
const checks = [];
const check = async (name, f) => { await f(); checks.push(name); };
const claimed = report.studies.filter((s) => s.claims.length);

if (claimed.length) {
  await check("the list shows every claim", async () => {
    await go("#/");
    const all = claimed.reduce((n, s) => n + s.claims.length, 0);
    assert.equal(await page.locator("table.claims > tbody > tr").count(), all);
    await shot("claims-light");
  });
  await check("papers and verdicts filter the list", async () => {
    const visible = () => page.locator("table.claims > tbody > tr:visible").count();
    const all = await visible(), first = claimed[0];
    if (claimed.length > 1) {
      await page.locator(`.filters .chip[data-value="${first.name}"]`).click();
      assert.equal(await visible(), all - first.claims.length);
      await page.locator(`.filters .chip[data-value="${first.name}"]`).click();
    }
    const verdict = first.claims[0].verdict;
    const chip = page.locator(`.filters .chip[data-value="${verdict}"]`);
    await chip.focus();
    await page.keyboard.press("Enter");
    assert.equal(await chip.getAttribute("aria-pressed"), "false");
    assert.equal(await visible(), all - claimed.flatMap((s) => s.claims).filter((c) => c.verdict === verdict).length);
    await chip.click();
    await page.locator("input[type=search]").fill(first.claims[0].id);
    assert.ok((await visible()) >= 1 && (await visible()) < Math.max(2, all));
    await page.locator("input[type=search]").fill("");
    assert.equal(await visible(), all);
  });
  await check("clicking a column header sorts the list", async () => {
    await page.locator("table.claims th button", {hasText: "claim"}).click();
    const ids = await page.locator("table.claims tbody .id code").allTextContents();
    assert.deepEqual(ids, [...ids].sort());
  });
  await check("titles of measures are not truncated", async () => {
    const cut = await page.locator(".value .of").evaluateAll((list) => list.filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow !== "visible").map((e) => e.textContent));
    assert.deepEqual(cut, []);
  });
  await check("switching the colour theme keeps filters, search text and order", async () => {
    const seen = () => page.locator("table.claims > tbody > tr:visible .id code").allTextContents();
    await page.locator("table.claims th button", {hasText: "claim"}).click();  // descending
    await page.locator("input[type=search]").fill(claimed[0].claims[0].id.split("-")[0]);
    const before = await seen();
    assert.ok(before.length > 0);
    await page.locator("#theme").click();
    assert.deepEqual(await seen(), before);
    await page.locator("#theme").click();
  });
}

for (const study of report.studies.filter((s) => s.figures.length)) {
  await check(`${study.name}: every figure has marks, numbers and data`, async () => {
    await go(`#/study/${study.name}`);
    assert.equal(await page.locator("figure.card").count(), study.figures.length);
    for (let i = 0; i < study.figures.length; i++) {
      const card = page.locator("figure.card").nth(i), figure = study.figures[i];
      const marks = await card.locator("svg :is(g[aria-label=bar] rect, g[aria-label=dot] circle, g[aria-label=line] path)").count();
      const values = figure.tables.flatMap((id) => {
        const table = study.tables.find((t) => t.id === id);
        return table.lines.flatMap((l) => l.ours.filter((_, k) => !figure.columns.length || figure.columns.includes(table.header[k + 1])));
      }).filter((v) => v !== null).length;
      assert.ok(values === 0 || marks > 0, `${study.name}: '${figure.title}' has no marks`);
      if (figure.kind === "bars") assert.ok(marks >= values, `${figure.title}: ${marks} bars for ${values} values`);
      assert.equal(await card.locator("a.csv").count(), 1);
      await barsShowTooltips(page, card, figure);
      assert.ok((await card.locator("details table tbody tr").count()) > 0, `${figure.title}: no table`);
      const missing = await card.locator("svg").first().evaluate((s) => /NaN|undefined/.test(s.outerHTML));
      assert.ok(!missing, `${figure.title}: NaN in the picture`);
    }
    await page.locator("figure.card").first().scrollIntoViewIfNeeded();
    const box = await page.locator("figure.card svg g[aria-label=bar] rect").first().boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(60);
    assert.ok((await page.locator("figure.card").first().locator("g[aria-label=tip] text, .hover.on").count()) > 0, "hovering shows no value");
    const csv = await saved(page, page.locator("figure.card a.csv").first());
    assert.ok(csv.length > study.tables.find((t) => t.id === study.figures[0].tables[0]).lines.length);
    await shot(`study-${study.name}-light`);
  });
}

for (const study of report.studies.filter((s) => s.explorer)) {
  await check(`${study.name}: mechanisms sort and filter`, async () => {
    await go(`#/all/${study.name}`);
    const archs = study.explorer.variants.length;
    assert.equal(await page.locator("table.sortable tbody tr").count(), archs);
    const column = async (n) => (await page.locator(`table.sortable tbody tr td:nth-of-type(${n})`).allTextContents()).map((t) => parseFloat(t.replaceAll("\u202f", "").replaceAll(" ", "")));
    const falling = await column(1);
    assert.deepEqual(falling, [...falling].sort((a, b) => b - a));
    await page.locator("table.sortable th button").nth(2).click();
    await page.locator("table.sortable th button").nth(2).click();
    const rising = await column(2);
    assert.deepEqual(rising, [...rising].sort((a, b) => a - b));
    const cells = () => page.locator("figure.card svg g[aria-label=cell] rect").count();
    const before = await cells();
    assert.ok(before > 0);
    const classes = new Set(study.rows.flatMap((r) => r.classes));
    if (classes.has("divergent") && classes.has("coherent")) {
      await page.locator('.chip[data-value="divergent"]').click();
      const after = await cells();
      assert.ok(after > 0 && after < before, `the class filter has no effect: ${before}, ${after}`);
      await page.locator('.chip[data-value="all"]').click();
    }
    if (archs > 1) {
      await page.locator("select").selectOption(study.explorer.variants[1]);
      assert.ok(await page.locator(`tr.base[data-arch="${study.explorer.variants[1]}"]`).count());
      await page.locator("select").selectOption(study.explorer.variants[0]);
    }
    await cellsShowTooltips(page);
    assert.ok((await page.locator(".command code").first().textContent()).startsWith("heddle "));
    await shot(`mechanisms-${study.name}-light`);
  });
  await check(`${study.name}: data follows base and class`, async () => {
    const {variants, items} = study.explorer, other = variants[variants.length - 1];
    if (!items.some((i) => i.of_machine) || variants.length < 2) return;
    const link = page.locator("#speed-and-storage a.csv");
    const ratios = async () => new Map((await saved(page, link)).slice(1).map(([name, ratio]) => [name, ratio]));
    const before = await ratios();
    await page.locator("select").selectOption(other);
    const after = await ratios();
    assert.equal(Number(after.get(other)), 1, "the file is not relative to the chosen base");
    assert.notDeepEqual(after, before);
    if (await page.locator('.chip[data-value="divergent"]').count()) {
      await page.locator('.chip[data-value="divergent"]').click();
      assert.notDeepEqual(await ratios(), after, "the file is not restricted to the chosen class");
      await page.locator('.chip[data-value="all"]').click();
    }
    await page.locator("select").selectOption(variants[0]);
    assert.deepEqual(await ratios(), before);
  });
  await check(`${study.name}: labels are next to their points`, async () => {
    if (study.explorer.items.some((i) => i.of_machine)) await labelsAreNextToTheirPoints(page, study.variants.find((v) => v.name === study.explorer.variants[0]).title);
  });
  await check(`${study.name}: less is better where declared`, async () => {
    const {items} = study.explorer, i = items.findIndex((item) => item.less_is_better && !item.of_machine);
    if (i < 0) return;
    await page.locator(`.chip[data-value="${i}"]`).click();
    const cells = await page.locator("#mechanisms-by-workload g[aria-label=cell] rect").evaluateAll((list) => list.map((r) => [parseFloat(/: ([\d.]+)$/.exec(r.getAttribute("aria-label"))[1]), r.getAttribute("fill").match(/[\d.]+/g).map(Number)]));
    const strong = cells.filter(([ratio]) => ratio < 0.85 || ratio > 1.2);
    for (const [ratio, [red, , blue]] of strong) assert.equal(red > blue, ratio < 1, `${items[i].title} ${ratio} has the colour ${red}, ${blue}`);
    const head = page.locator("table.sortable th").nth(2 + i);
    await head.locator("button").click();
    assert.equal(await head.getAttribute("aria-sort"), "ascending");
    await page.locator('.chip[data-value="0"]').click();
  });
  await check(`${study.name}: switching the colour theme keeps the selection`, async () => {
    const {variants} = study.explorer, other = variants[variants.length - 1];
    await page.locator("select").selectOption(other);
    await page.locator("table.sortable th button").first().click();
    const last = page.locator(".chip[data-value]", {hasText: new RegExp(`^${study.explorer.rows[0]}$`)});
    await last.click();
    const state = async () => [await page.locator("select").inputValue(), await last.getAttribute("aria-pressed"),
      await page.locator("table.sortable th").evaluateAll((list) => list.map((e) => e.getAttribute("aria-sort"))), await page.locator("table.sortable tbody").textContent()];
    const before = await state(), swatch = () => page.locator("table.sortable .swatch").first().getAttribute("style");
    const colour = await swatch();
    await page.locator("#theme").click();
    assert.deepEqual(await state(), before);
    assert.notEqual(await swatch(), colour, "colours are those of the other theme");
    await page.locator("#theme").click();
  });
}

const paged = report.studies.filter((s) => s.pages.length);
if (paged.length) {
  await check("there is a card for each workload", async () => {
    await go("#/workloads");
    assert.equal(await page.locator("a.workload-card").count(), paged.reduce((n, s) => n + s.pages.length, 0));
    await shot("workloads-light");
  });
}
for (const study of paged) {
  for (const [index, p] of study.pages.entries()) {
    if (index % every !== 0) continue;
    await check(`${p.row}: strips, graph and source`, async () => {
      await go(`#/workload/${encodeURIComponent(study.name)}/${encodeURIComponent(p.row)}`);
      const strips = page.locator(".strip:visible canvas:not(.over)");
      assert.ok((await strips.count()) > 0);
      const colours = await strips.first().evaluate((c) => new Set(new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer)).size);
      assert.ok(colours > 2, `${p.row}: an empty strip`);
      const widths = await strips.evaluateAll((list) => new Set(list.map((c) => c.width)).size);
      assert.equal(widths, 1, "strips of different length");
      assert.equal(await page.locator(".graph .block").count(), p.graph.blocks.filter((b) => b.reachable).length);
      assert.ok((await page.locator("table.source tbody tr").count()) > 5);
      const counted = await page.locator("table.source tbody tr td:nth-of-type(3)").allTextContents();
      assert.ok(counted.some((t) => t !== ""));
      await linesAvoidBlocks(page, p.row);
      const maps = await page.locator(".lane-map canvas").evaluateAll((list) => list.map((c) => c.height));
      const drawn = await page.locator(".lane-map strong").allTextContents();
      for (const [k, title] of drawn.entries()) {
        const {lanes, timeline} = p.variants.find((v) => v.title === title);
        let first = 0, all = 0;
        for (const [, n] of lanes) { if (timeline.lanes.slice(first, first + n).some(Boolean)) all += n; first += n; }
        assert.equal(maps[k], Math.max(1, all), `${p.row}, ${title}: lanes at rest are missing`);
      }
      const column = (await strips.first().evaluate((c) => c.getBoundingClientRect().width)) / p.window;
      const ticks = await page.locator(".ticks .tick").evaluateAll((list) => list.map((e) => { const b = e.getBoundingClientRect(); return [Number(e.dataset.cycle), b.left + b.width / 2 - e.parentElement.getBoundingClientRect().left]; }));
      assert.ok(ticks.length > 2);
      for (const [cycle, x] of ticks) assert.ok(Math.abs(x - (cycle - p.from + 0.5) * column) < 1.5, `cycle ${cycle} is not under its column`);
      if (index === 0) {
        const shown = await strips.count();
        const cells = await saved(page, page.locator("a.csv", {hasText: "cells"}));
        assert.deepEqual(cells[0], ["mechanism", "cycle", "unit", "lane", "line", "thread"]);
        for (const name of await page.locator(".strip:visible[data-variant]").all()) {
          const variant = await name.getAttribute("data-variant"), own = cells.filter((c) => c[0] === variant);
          const lanes = await name.locator("canvas").first().getAttribute("aria-label");
          const busy = parseInt(await name.locator(".strip-name span").first().textContent(), 10);
          assert.equal(Math.round((100 * own.length) / (parseInt(/: (\d+) lanes/.exec(lanes)[1], 10) * p.window)), busy, `${variant}: cells are missing from the file`);
          assert.ok(own.every((c) => c[1] >= p.from && c[1] < p.from + p.window));
        }
        const graph = await saved(page, page.locator("a.csv", {hasText: "graph"}));
        assert.equal(graph.findIndex((r) => r.length === 1 && r[0] === "") - 1, p.graph.blocks.filter((b) => b.reachable).length);
        assert.equal(graph.filter((r) => r[2] === "reconvergence").length, await page.locator(".graph .reconvergence").count());
        const lanes = await saved(page, page.locator("a.csv", {hasText: "lanes"}));
        assert.ok(new Set(lanes.slice(1).map((r) => r[0])).size === p.variants.length);
        await page.locator('.filters .chip[data-value="warp"]').click();
        await page.locator('.filters .chip[data-value="code"]').click();
        await strips.first().focus();
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowDown");
        assert.match(await page.locator(".readout").textContent(), /cycle \d+, lane 1/);
        await page.locator(`.filters .chip[data-value="${p.variants[0].title}"]`).first().click();
        assert.equal(await strips.count(), shown - 1);
        await page.locator(`.filters .chip[data-value="${p.variants[0].title}"]`).first().click();
        await page.locator(".graph .block").first().click();
        assert.ok((await page.locator("table.source tr.chosen").count()) > 0);
      }
      if (index < 3 * every) await shot(`workload-${p.row}-light`);
    });
  }
}

if (paged.length) {
  await check("branches on the same line are added up", async () => {
    const place = `#/workload/${encodeURIComponent(paged[0].name)}/${encodeURIComponent(paged[0].pages[0].row)}`;
    const shown_counts = async (p) => {
      await p.evaluate((h) => { location.hash = h; }, place);
      await p.waitForTimeout(80);
      return p.locator("table.source tbody tr td:last-of-type").allTextContents();
    };
    // The same report with one branch split into two.
    const copy = structuredClone(report), {branches} = copy.studies.find((s) => s.name === paged[0].name).pages[0].variants[0];
    if (!branches.length) return;
    const [line, executed, diverged, ...sides] = branches[0];
    branches.splice(0, 1, [line, executed - 1, diverged, ...sides], [line, 1, 0, 0, 0]);
    const two = join(folder, "two-branches.html");
    writeFileSync(two, readFileSync(file, "utf8").replace(/(<script id="data"[^>]*>)[^]*?(?=<\/script>)/, (_, tag) => tag + JSON.stringify(copy).replaceAll("<", "\\u003c")));
    const other = await open({}, two);
    assert.deepEqual(await shown_counts(other), await shown_counts(page));
    await other.context().close();
    rmSync(two);
  });
}

await check("dark theme, by the switch and by the system", async () => {
  const page_colour = (p) => p.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await page_colour(page);
  await page.locator("#theme").click();
  assert.notEqual(await page_colour(page), light);
  const dark = await open({colorScheme: "dark"});
  assert.equal(await page_colour(dark), await page_colour(page));
  for (const a of await dark.locator("nav a").all()) {
    const name = (await a.textContent()).replaceAll(/\W+/g, "-").toLowerCase();
    await a.click();
    await dark.waitForTimeout(60);
    await shot(`dark-${name}`, dark, false);
  }
  if (paged.length) {
    await dark.evaluate((h) => { location.hash = h; }, `#/workload/${encodeURIComponent(paged[0].name)}/${encodeURIComponent(paged[0].pages[0].row)}`);
    await dark.waitForTimeout(80);
    await shot("dark-workload", dark, false);
  }
});
const resized = await open({});
for (const width of [1280, 700])
  await check(`means are visible at ${width} pixels`, async () => {
    await resized.setViewportSize({width, height: 900});
    for (const study of report.studies.filter((s) => s.figures.length)) await meansAreVisible(resized, study);
  });
await check("a mechanism has the same hue everywhere", async () => mechanismColoursAgree(page, report.studies));
await check("a narrow window does not scroll sideways", async () => {
  await resized.evaluate(() => { location.hash = "#/"; });
  await resized.setViewportSize({width: 420, height: 800});
  await resized.waitForTimeout(300);  // it redraws after resizing
  const over = await resized.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await shot("narrow", resized);
  assert.ok(over <= 0, `${over} pixels too wide`);
});

await browser.close();
assert.deepEqual(messages, [], "the console shows messages");
assert.deepEqual(requests, [], "the page makes network requests");
console.log(`${checks.length} checks, screenshots in ${folder}`);
