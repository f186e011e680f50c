// Installs the tests' Redis in advance, since that takes longer than a test may wait.
const { findRedisServer } = require("../packages/testkit/dist/index.js");

findRedisServer(process.env, (what) => {
  console.log(what);
}).then(
  (program) => {
    console.log(program);
  },
  (error) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
