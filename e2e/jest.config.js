const { transform, transformIgnorePatterns, testEnvironment, testEnvironmentOptions } = require("../jest.config.js");

/** The system from the outside, as real processes. CENOTE_E2E_MODE says which: `start` (one process) or `services`. */
module.exports = {
  rootDir: "..",
  roots: ["<rootDir>/e2e/src"],
  testMatch: ["**/e2e/src/**/*.test.ts"],
  transform,
  transformIgnorePatterns,
  testEnvironment,
  testEnvironmentOptions,
  maxWorkers: 1,
  testTimeout: 120_000,
};
