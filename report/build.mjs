// Builds dist/report.html from src/: one page with inline style and script. Run by ./build.
import {createHash} from "node:crypto";
import {readdirSync, readFileSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {build} from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const source = (name) => join(here, "src", name);

// A digest of everything that determines the page; tests/report/page_sources.cmake computes it too.
const names = [...readdirSync(join(here, "src")).map((n) => `src/${n}`), "build.mjs", "package-lock.json"].sort();
const digest = (text) => createHash("sha256").update(text).digest("hex");
const sources = digest(names.map((n) => `${n} ${digest(readFileSync(join(here, n)))}\n`).join(""));

const options = {bundle: true, minify: true, write: false, target: ["chrome111", "firefox115", "safari16.4"], legalComments: "none", logLevel: "warning"};
const script = await build({...options, entryPoints: [source("main.js")], format: "iife", metafile: true});
const style = await build({...options, entryPoints: [source("style.css")]});

/** The licences of everything that is inside, each text once. */
function licences(inputs) {
  const packages = new Set(inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean));
  const texts = new Map();
  for (const name of [...packages].sort()) {
    const folder = join(here, "node_modules", name);
    const file = readdirSync(folder).find((n) => /^licen[cs]e/i.test(n));
    const text = readFileSync(join(folder, file), "utf8").replaceAll("\r", "").replaceAll("--", "- -").trim();
    texts.set(text, [...(texts.get(text) ?? []), name]);
  }
  return [...texts].map(([text, names]) => `${names.join(", ")}:\n\n${text}\n`).join("\n");
}

/** Only ASCII, also in regular expressions, so that the text can be cut anywhere. */
const plain = (text) => text.replace(/[^\x00-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

const page = readFileSync(source("page.html"), "utf8")
  .replace("{sources}", () => sources)
  .replace("{licences}", () => licences(Object.keys(script.metafile.inputs)))
  .replace("{style}", () => style.outputFiles[0].text.trim())
  .replace("{script}", () => plain(script.outputFiles[0].text).replaceAll("</script", "<\\/script").trim());
writeFileSync(process.argv[2] ?? join(here, "dist", "report.html"), page);
