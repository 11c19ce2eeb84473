#!/usr/bin/env node
// scripts/test-together.mjs BUILD EXCLUDED: runs the tests of a build but those whose names match a regular
// expression, some thirty in one process: with sanitizers, most take less time than a process to start.
import {execFileSync, spawn} from "node:child_process";
import {cpus} from "node:os";

const kTogether = 30;
const [build, excluded] = process.argv.slice(2);
const {tests} = JSON.parse(execFileSync("ctest", ["--test-dir", build, "--show-only=json-v1", "-E", excluded],
                                        {encoding: "utf8", maxBuffer: 1 << 30}));

// A job is one process: a test program with the names of some of its tests, or another command.
const jobs = [], open = new Map();
for (const test of tests) {
  const property = (name) => test.properties.find((p) => p.name === name)?.value;
  const [program, ...rest] = test.command;
  const filter = rest.find((a) => a.startsWith("--gtest_filter="))?.slice("--gtest_filter=".length);
  const job = {program, rest, names: [test.name], cwd: property("WORKING_DIRECTORY"), skips: property("SKIP_RETURN_CODE")};
  if (filter === undefined) {
    jobs.push(job);
    continue;
  }
  const last = open.get(program);
  if (last && last.names.length < kTogether) {
    last.names.push(filter);
    continue;
  }
  job.names = [filter];
  job.together = true;
  open.set(program, job);
  jobs.push(job);
}

const count = {passed: 0, failed: 0, skipped: 0};
const found = (text, what) => Number(text.match(new RegExp(`\\[  ${what} \\] (\\d+) test`))?.[1] ?? 0);
function done(job, status, text) {
  if (job.together) {
    const passed = found(text, "PASSED "), skipped = found(text, "SKIPPED");
    count.passed += passed;
    count.skipped += skipped;
    count.failed += job.names.length - passed - skipped;
    if (status === 0 && passed + skipped === job.names.length) return;
  } else {
    count[status === 0 ? "passed" : status === job.skips ? "skipped" : "failed"]++;
    if (status === 0 || status === job.skips) return;
  }
  console.log(`=== ${job.program}: status ${status}\n${text}`);
}

function run(job) {
  return new Promise((finished) => {
    const args = job.together ? [`--gtest_filter=${job.names.join(":")}`, "--gtest_brief=1"] : job.rest;
    const child = spawn(job.program, args, {cwd: job.cwd, stdio: ["ignore", "pipe", "pipe"]});
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (text += data));
    child.on("error", (e) => (text += e.message));
    child.on("close", (status) => finished(done(job, status, text)));
  });
}

async function work() {
  for (let job; (job = jobs.shift()); ) await run(job);
}
await Promise.all(Array.from({length: cpus().length}, work));
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0);
