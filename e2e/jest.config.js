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
  // Each suite has its own system and mostly waits for it, so with fewer workers two cores are often idle. As separate
  // processes a system has five, which need more of both cores and memory.
  maxWorkers: process.env.CENOTE_E2E_MODE === "services" ? 4 : 6,
  maxConcurrency: 20,
  // A safety net, not a limit under test: a hanging wait fails earlier, with its own message (harness/limits.ts).
  testTimeout: 480_000,
};
