// `npm test`: every check and every test, those that fail fastest first. `npm test -- types lint` runs the named steps.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const scratch = mkdtempSync(join(tmpdir(), "cenote-test-"));

/** A check counts as one test; a jest run counts its own tests. */
const check = (name, command) => ({ name, command });
const suite = (name, args, env = {}) => ({
  name,
  args,
  env,
  report: join(scratch, `${name}.json`),
  command: ["jest", ...args, "--json", `--outputFile=${join(scratch, `${name}.json`)}`],
});

/**
 * End-to-end suites run in parallel, each with its own processes. A machine that stalls for some seconds exceeds limits
 * of the product itself, such as five seconds to connect. So failed files are run once more, in sequence. If they fail
 * again, the run fails. Files that pass the second time are listed at the end, because the cause may be a race.
 */
const AGAIN = { mostFilesAgain: 3 };

const STEPS = [
  check("types", ["tsc", "-p", "tsconfig.json"]),
  check("types-dashboard", ["tsc", "-p", "apps/dashboard/tsconfig.json"]),
  check("types-example", ["tsc", "-p", "examples/graphql-page/tsconfig.json"]),
  check("format", ["oxfmt", "--check", "."]),
  check("lint", ["oxlint", "--type-aware", "--deny-warnings"]),
  check("boundaries", [
    "depcruise",
    "--config",
    ".dependency-cruiser.cjs",
    "packages",
    "apps",
    "bench",
    "e2e",
    "examples",
    "infra",
  ]),
  check("dead-code", ["knip"]),
  check("drift-protocol", ["node", "scripts/generate.mjs", "--check"]),
  check("breaking-protocol", ["node", "scripts/generate.mjs", "--breaking"]),
  check("drift-graphql-types", ["node", "scripts/graphql-types.mjs", "--check"]),
  check("drift-documents", ["pnpm", "--filter", "@cenote/gateway", "run", "documents", "--check"]),
  check("test-database", ["node", "scripts/prepare.cjs", "database"]),
  check("test-redis", ["node", "scripts/prepare.cjs", "redis"]),
  check("test-helm", ["node", "scripts/prepare.cjs", "helm"]),
  check("test-grpcurl", ["node", "scripts/prepare.cjs", "grpcurl"]),
  suite("unit", []),
  { ...suite("e2e-one-process", ["-c", "e2e/jest.config.js"], { CENOTE_E2E_MODE: "start" }), ...AGAIN },
  { ...suite("e2e-services", ["-c", "e2e/jest.config.js"], { CENOTE_E2E_MODE: "services" }), ...AGAIN },
];

const interrupted = new AbortController();
let child;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    interrupted.abort(signal);
    child?.kill(signal);
  });
}

const run = ({ command: [program, ...args], env = {} }) =>
  new Promise((resolve) => {
    child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } });
    child.on("error", () => {
      resolve(127);
    });
    child.on("exit", (code) => {
      resolve(code ?? 1);
    });
  });

/** jest's report; undefined if it did not finish. */
const reportOf = ({ report }) => {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return undefined;
  }
};

const countOf = (step, exitCode) => {
  if (step.report === undefined) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const report = reportOf(step);
  if (report === undefined) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numFailedTestSuites, numRuntimeErrorTestSuites, success } = report;
  // A suite that failed to load has no tests, but still counts as failed.
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return {
    passed: numPassedTests,
    failed: failed === 0 && (!success || numFailedTestSuites > 0 || exitCode !== 0) ? 1 : failed,
  };
};

/**
 * Runs a step's failed files again, if they are few. @returns The totals of both runs, and the files that passed the
 * second time.
 */
const runAgain = async (step, first) => {
  const failed = (reportOf(step)?.testResults ?? []).filter(({ status }) => status === "failed");
  if (first.failed === 0 || failed.length === 0 || failed.length > (step.mostFilesAgain ?? 0)) {
    return { ...first, unsteady: [] };
  }
  const files = failed.map(({ name }) => name);
  console.log(`\n== ${step.name}: ${first.failed} failed; once more, alone: ${files.map(shortly).join(", ")}`);
  const again = suite(`${step.name}-again`, [...step.args, "--runInBand", "--runTestsByPath", ...files], step.env);
  const second = countOf(again, await run(again));
  const passedBefore = failed.flatMap(({ assertionResults }) => assertionResults).filter(isPassed).length;
  const results = reportOf(again)?.testResults ?? [];
  return {
    passed: first.passed - passedBefore + second.passed,
    failed: second.failed,
    unsteady: results.filter(isPassed).map(({ name }) => `${shortly(name)} (${step.name})`),
  };
};
const isPassed = ({ status }) => status === "passed";
const shortly = (file) => relative(process.cwd(), file);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}; there are ${STEPS.map((step) => step.name).join(", ")}`);
  process.exit(2);
}

const total = { passed: 0, failed: 0 };
const failures = [];
const unsteady = [];
for (const step of STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  if (interrupted.signal.aborted) break;
  const startMs = Date.now();
  console.log(`\n== ${step.name}`);
  const exitCode = await run(step);
  if (interrupted.signal.aborted) break;
  const { passed, failed, unsteady: files } = await runAgain(step, countOf(step, exitCode));
  unsteady.push(...files);
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(step.name);
  console.log(`== ${step.name}: ${passed} passed, ${failed} failed (${((Date.now() - startMs) / 1000).toFixed(1)} s)`);
}
rmSync(scratch, { recursive: true, force: true });
if (interrupted.signal.aborted) console.log(`\nstopped by ${String(interrupted.signal.reason)}`);
if (unsteady.length > 0) console.log(`\npassed only when run again, alone: ${unsteady.join(", ")}`);
if (failures.length > 0) console.log(`\nfailed: ${failures.join(", ")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && !interrupted.signal.aborted ? 0 : 1;
