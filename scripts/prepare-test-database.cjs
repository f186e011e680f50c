// Installs the tests' database in advance, since that takes longer than a test may wait.
const { prepareTestDatabases } = require("../packages/mongo/dist/testing.js");

prepareTestDatabases((what) => {
  console.log(what);
}).then(
  (description) => {
    console.log(description);
  },
  (error) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
