// Opens a report in Chromium as a reader would: every part of it has its marks, filters filter,
// sorting sorts, keys work, nothing is asked of the network, nothing is complained about. Keeps
// pictures of what it saw.
//
//   node browser.mjs REPORT.html FOLDER
import assert from "node:assert/strict";
import {existsSync, mkdirSync} from "node:fs";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {chromium} from "playwright-core";

const [file, folder] = process.argv.slice(2);
mkdirSync(folder, {recursive: true});
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
assert(executablePath, "there is no Chromium");
const browser = await chromium.launch({executablePath, args: ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"]});
const complaints = [], requests = [];

async function open(options) {
  const context = await browser.newContext({viewport: {width: 1320, height: 900}, offline: true, ...options});
  const page = await context.newPage();
  page.on("console", (m) => { if (m.type() === "error" || m.type() === "warning") complaints.push(m.text()); });
  page.on("pageerror", (e) => complaints.push(String(e.stack ?? e)));
  page.on("request", (r) => { if (!/^(file|data|blob):/.test(r.url())) requests.push(r.url()); });
  await page.goto(pathToFileURL(resolve(file)).href);
  await page.waitForSelector("html[data-ready=yes]");
  return page;
}

const page = await open({colorScheme: "light"});
const report = JSON.parse(await page.locator("#data").textContent());
const go = async (hash) => { await page.evaluate((h) => { location.hash = h; }, hash); await page.waitForTimeout(60); };
const shot = (name, of = page) => of.screenshot({path: join(folder, `${name}.png`), fullPage: true});
const checks = [];
const check = async (name, f) => { await f(); checks.push(name); };
const claimed = report.studies.filter((s) => s.claims.length);

if (claimed.length) {
  await check("the ledger has every claim", async () => {
    await go("#/");
    const all = claimed.reduce((n, s) => n + s.claims.length, 0);
    assert.equal(await page.locator("table.claims tbody tr").count(), all);
    await shot("claims-light");
  });
  await check("papers and verdicts filter it", async () => {
    const visible = () => page.locator("table.claims tbody tr:visible").count();
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
  await check("a click on a head sorts it", async () => {
    await page.locator("table.claims th button", {hasText: "claim"}).click();
    const ids = await page.locator("table.claims tbody .id code").allTextContents();
    assert.deepEqual(ids, [...ids].sort());
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
      assert.match(await card.locator("a.csv").first().getAttribute("href"), /^data:text\/csv/);
      assert.ok((await card.locator("details table tbody tr").count()) > 0, `${figure.title}: no table`);
      const missing = await card.locator("svg").first().evaluate((s) => /NaN|undefined/.test(s.outerHTML));
      assert.ok(!missing, `${figure.title}: NaN in the picture`);
    }
    await page.locator("figure.card").first().scrollIntoViewIfNeeded();
    const box = await page.locator("figure.card svg g[aria-label=bar] rect").first().boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(60);
    assert.ok((await page.locator("figure.card").first().locator("g[aria-label=tip] text").count()) > 0, "hovering shows no value");
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
      assert.ok(after > 0 && after < before, `the class filters nothing: ${before}, ${after}`);
      await page.locator('.chip[data-value="all"]').click();
    }
    if (archs > 1) {
      await page.locator("select").selectOption(study.explorer.variants[1]);
      assert.ok(await page.locator(`tr.base[data-arch="${study.explorer.variants[1]}"]`).count());
      await page.locator("select").selectOption(study.explorer.variants[0]);
    }
    await shot(`mechanisms-${study.name}-light`);
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
      if (index === 0) {
        const shown = await strips.count();
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
      if (index < 3) await shot(`workload-${p.row}-light`);
    });
  }
}

await check("dark colours, by the switch and by the system", async () => {
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
    await shot(`dark-${name}`, dark);
  }
  if (paged.length) {
    await dark.evaluate((h) => { location.hash = h; }, `#/workload/${encodeURIComponent(paged[0].name)}/${encodeURIComponent(paged[0].pages[0].row)}`);
    await dark.waitForTimeout(80);
    await shot("dark-workload", dark);
  }
});
await check("a narrow window has no sideways scrolling", async () => {
  const narrow = await open({viewport: {width: 420, height: 800}});
  const over = await narrow.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await shot("narrow", narrow);
  assert.ok(over <= 0, `${over} pixels too wide`);
});

await browser.close();
assert.deepEqual(complaints, [], "the console complains");
assert.deepEqual(requests, [], "the page asks the network");
console.log(`${checks.length} checks, pictures in ${folder}`);
