const { transform, transformIgnorePatterns, testEnvironment } = require("../jest.config.js");

/** Tests the system from the outside, as real processes. CENOTE_E2E_MODE: `start` (one process) or `services`. */
module.exports = {
  rootDir: "..",
  roots: ["<rootDir>/e2e/src"],
  testMatch: ["**/e2e/src/**/*.test.ts"],
  transform,
  transformIgnorePatterns,
  testEnvironment,
  testSequencer: "<rootDir>/e2e/longest-first.cjs",
  // Each suite has a system of its own, and waits for it more than it works: with fewer, two cores are often idle. As
  // separate processes a system is five, which take more of both cores and memory.
  maxWorkers: process.env.CENOTE_E2E_MODE === "services" ? 4 : 6,
  maxConcurrency: 20,
  // A safety net rather than a limit under test: what hangs is reported sooner, by what waits for it
  // (harness/limits.ts).
  testTimeout: 480_000,
};
