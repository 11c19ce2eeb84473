// The page: data in, views out. The fragment of the address (#) selects the view.
import {h} from "./dom.js";
import {explorerView} from "./explorer.js";
import {ledgerView} from "./ledger.js";
import {studyView} from "./study.js";
import {sweepView} from "./sweep.js";
import {onTheme, startTheme} from "./theme.js";
import {workloadsView, workloadView} from "./workload.js";

const report = JSON.parse(document.getElementById("data").textContent);
const main = document.querySelector("main"), nav = document.querySelector("nav");
document.title = `${report.title} – heddle`;

const claimed = report.studies.filter((s) => s.claims.length);
const plain = report.studies.filter((s) => !s.claims.length && (s.figures.length || (!s.explorer && s.tables.length)));
const explored = report.studies.filter((s) => s.explorer);
const paged = report.studies.filter((s) => s.pages.length);

const routes = [];
for (const s of report.sweeps ?? []) routes.push([`#/sweep/${s.name}`, s.name, () => sweepView(s)]);
if (claimed.length) routes.push(["#/", "Claims", () => ledgerView(report)]);
for (const s of [...claimed, ...plain]) routes.push([`#/study/${s.name}`, s.name, () => studyView(s)]);
for (const s of explored) routes.push([`#/all/${s.name}`, explored.length > 1 ? `All mechanisms: ${s.name}` : "All mechanisms", () => explorerView(s, report.command)]);
if (paged.length) routes.push(["#/workloads", "Workloads", () => workloadsView(paged)]);

nav.append(...routes.map(([href, title]) => h("a", {href}, title)));

let view = null;

function workloadRoute(hash) {
  const [, name, row] = hash.slice(2).split("/").map(decodeURIComponent);
  const study = paged.find((s) => s.name === name), page = study?.pages.find((p) => p.row === row);
  return page ? () => workloadView(study, page) : null;
}

function show() {
  const hash = location.hash || routes[0]?.[0] || "#/";
  const make = hash.startsWith("#/workload/") ? workloadRoute(hash) : routes.find(([href]) => href === hash)?.[2];
  view = make ? make() : routes.length ? routes[0][2]() : h("p", {}, "This report is empty.");
  main.replaceChildren(view);
  view.draw?.();
  const current = hash.startsWith("#/workload/") ? "#/workloads" : hash;
  for (const a of nav.children) {
    if (a.getAttribute("href") === current) a.setAttribute("aria-current", "page");
    else a.removeAttribute("aria-current");
  }
  scrollTo(0, 0);
}

startTheme(document.getElementById("theme"));
onTheme(() => {
  // Colours are computed, so pictures must be redrawn; the reader's selections and position stay.
  const {scrollY} = globalThis;
  view?.draw?.();
  scrollTo(0, scrollY);
});
addEventListener("hashchange", show);
let waiting = 0;
let width = innerWidth;
addEventListener("resize", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => { if (innerWidth !== width) { width = innerWidth; view?.draw?.(); } }, 150);
});
show();
document.documentElement.dataset.ready = "yes";
