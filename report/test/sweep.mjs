// Opens the report of a sweep in Chromium and checks it: every figure has marks and offers the data
// that it draws and its picture, the reader's choices change both, and nothing comes from the
// network. Saves screenshots.
//
//   node sweep.mjs REPORT.html FOLDER
import assert from "node:assert/strict";
import {existsSync, mkdirSync, readFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {chromium} from "playwright-core";

const [file, folder] = process.argv.slice(2);
mkdirSync(folder, {recursive: true});
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
assert(executablePath, "Chromium is not installed");
const browser = await chromium.launch({executablePath, args: ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"]});
const messages = [], requests = [];

async function open(colorScheme) {
  const context = await browser.newContext({viewport: {width: 1320, height: 900}, offline: true, colorScheme, acceptDownloads: true});
  const page = await context.newPage();
  page.on("console", (m) => { if (m.type() === "error" || m.type() === "warning") messages.push(m.text()); });
  page.on("pageerror", (e) => messages.push(String(e.stack ?? e)));
  page.on("request", (r) => { if (!/^(file|data|blob):/.test(r.url())) requests.push(r.url()); });
  await page.goto(pathToFileURL(resolve(file)).href);
  await page.waitForSelector("html[data-ready=yes]");
  return page;
}

async function download(page, link) {
  const [saved] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return readFileSync(await saved.path(), "utf8");
}

const page = await open("light");
const report = JSON.parse(await page.locator("#data").textContent());
const sweep = report.sweeps[0], {dimensions, metrics, lines} = sweep.frame;
const cards = page.locator("figure.card");
assert(await cards.count() >= 2, "lines and kernels are drawn");
for (let i = 0; i < await cards.count(); i++) {
  const card = cards.nth(i), title = await card.locator("h3").first().textContent();
  const marks = await card.locator("svg circle, svg rect, svg line, svg path").count();
  assert(marks > 0, `${title} has no marks`);
  const cut = await card.locator("svg").evaluateAll((pictures) => pictures.flatMap((picture) => {
    const frame = picture.getBoundingClientRect();
    const inside = (r) => r.left >= frame.left - 1 && r.right <= frame.right + 1 && r.top >= frame.top - 1 && r.bottom <= frame.bottom + 1;
    return [...picture.querySelectorAll("text")].filter((t) => t.textContent && !inside(t.getBoundingClientRect())).map((t) => t.textContent);
  }));
  assert.deepEqual(cut, [], `${title}: labels are cut`);
  const rows = (await download(page, card.locator("a.csv"))).trim().split("\n");
  assert(rows.length > 1, `${title} has no data`);
  const svg = await download(page, card.locator("a.svg"));
  assert(svg.startsWith("<svg") && !/var\(--(?!plot-)/.test(svg), `${title}: the picture depends on the page`);
  const alone = await page.context().newPage();
  await alone.setContent(svg);
  assert(await alone.locator("svg").count() > 0, `${title}: the picture is not one`);
  await alone.close();
}
const charts = await cards.first().locator(".multiples svg").count();
assert.equal(charts, new Set(lines.map((l) => l.at[0])).size, "one chart per workload");
const all = (await download(page, page.locator("article > footer a.csv"))).trim().split("\n");
assert.equal(all.length, lines.length + 1);
assert.equal(all[0], [...dimensions, ...metrics, "failure"].join(","));
if (metrics.length > 1) {
  const before = await download(page, cards.first().locator("a.csv"));
  await page.locator(`.chip[data-value="${metrics[1]}"]`).first().click();
  const after = await download(page, cards.first().locator("a.csv"));
  assert(after.split("\n")[0].includes(metrics[1]), "the data follow the chosen metric");
  assert.notEqual(before, after);
}
await page.screenshot({path: join(folder, "sweep-light.png"), fullPage: true});
const dark = await open("dark");
await dark.screenshot({path: join(folder, "sweep-dark.png"), fullPage: true});
await browser.close();
assert.deepEqual(messages, []);
assert.deepEqual(requests, []);
console.log(`sweep: ${lines.length} runs, good`);
