// `npm test`: every check and every test, those that fail fastest first. `npm test -- types lint` runs some.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const scratch = mkdtempSync(join(tmpdir(), "cenote-test-"));

/** A check counts as one test; a jest run counts its own tests. */
const check = (name, command) => ({ name, command });
const suite = (name, args, env = {}) => ({
  name,
  env,
  report: join(scratch, `${name}.json`),
  command: ["jest", ...args, "--json", `--outputFile=${join(scratch, `${name}.json`)}`],
});

const STEPS = [
  check("types", ["tsc", "-p", "tsconfig.json"]),
  check("types-dashboard", ["tsc", "-p", "apps/dashboard/tsconfig.json"]),
  check("types-example", ["tsc", "-p", "examples/graphql-page/tsconfig.json"]),
  check("format", ["oxfmt", "--check", "."]),
  check("lint", ["oxlint", "--type-aware", "--deny-warnings"]),
  check("boundaries", ["depcruise", "--config", ".dependency-cruiser.cjs", "packages", "apps", "bench", "infra"]),
  check("dead-code", ["knip"]),
  check("drift-protocol", ["node", "scripts/generate.mjs", "--check"]),
  check("breaking-protocol", ["node", "scripts/generate.mjs", "--breaking"]),
  check("drift-graphql-types", ["node", "scripts/graphql-types.mjs", "--check"]),
  check("drift-documents", ["node", "apps/gateway/dist/emit-documents.js", "--check"]),
  check("test-database", ["node", "scripts/prepare-test-database.cjs"]),
  check("test-redis", ["node", "scripts/prepare-test-redis.cjs"]),
  check("test-helm", ["node", "scripts/prepare-test-helm.cjs"]),
  check("test-grpcurl", ["node", "scripts/prepare-grpcurl.cjs"]),
  suite("unit", []),
  suite("e2e-one-process", ["-c", "e2e/jest.config.js"], { CENOTE_E2E_MODE: "start" }),
  suite("e2e-services", ["-c", "e2e/jest.config.js"], { CENOTE_E2E_MODE: "services" }),
];

const run = ({ command: [program, ...args], env = {} }) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } });
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => child.kill(signal));
    child.on("error", () => {
      resolve(127);
    });
    child.on("exit", (code) => {
      resolve(code ?? 1);
    });
  });

const countOf = (step, exitCode) => {
  if (step.report === undefined) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites, numRuntimeErrorTestSuites, success } = JSON.parse(
      readFileSync(step.report, "utf8"),
    );
    // A suite that failed to load has no tests, but still counts as failed.
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    return {
      passed: numPassedTests,
      failed: failed === 0 && (!success || numFailedTestSuites > 0 || exitCode !== 0) ? 1 : failed,
    };
  } catch {
    return { passed: 0, failed: 1 };
  }
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}; there are ${STEPS.map((step) => step.name).join(", ")}`);
  process.exit(2);
}

const total = { passed: 0, failed: 0 };
const failures = [];
for (const step of STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const startMs = Date.now();
  console.log(`\n== ${step.name}`);
  const exitCode = await run(step);
  const { passed, failed } = countOf(step, exitCode);
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(step.name);
  console.log(`== ${step.name}: ${passed} passed, ${failed} failed (${((Date.now() - startMs) / 1000).toFixed(1)} s)`);
}
rmSync(scratch, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nfailed: ${failures.join(", ")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
