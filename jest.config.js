const { availableParallelism } = require("node:os");

/**
 * Unit, contract and integration tests that stand beside the code. End-to-end tests have a configuration of their own
 * in e2e/.
 */
module.exports = {
  roots: ["<rootDir>/packages", "<rootDir>/apps", "<rootDir>/bench", "<rootDir>/infra"],
  testMatch: ["**/src/**/*.test.ts"],
  transform: { "\\.[mc]?[jt]sx?$": ["@swc/jest", require("./scripts/swc-settings.cjs")] },
  // These ship as ES modules alone; jest runs CommonJS.
  transformIgnorePatterns: [
    "/node_modules/(?!(?:\\.pnpm/)?(?:typebox|ai|@ai-sdk|@workflow|eventsource-parser|zod|cockatiel|commander|content-disposition|cookie|graphql-scalars)[@/+])",
  ],
  testEnvironment: "node",
  // Two thirds of a run are spent waiting for databases, sockets and deadlines, four files for a minute each: with two
  // cores, three suites at a time would leave them idle for half of it, and jest by itself would run one.
  maxWorkers: Math.max(5, availableParallelism() - 1),
  // No test is about it: long enough for any machine, and for a database that has to be started.
  testTimeout: 120_000,
};
