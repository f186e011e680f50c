// Installs the tools for testing the Helm chart in advance, since that takes longer than a test may wait.
const { findKubernetesTools } = require("../packages/testkit/dist/index.js");

findKubernetesTools(process.env, (what) => {
  console.log(what);
}).then(
  ({ helm, validatorPython }) => {
    console.log(`${helm}\n${validatorPython}`);
  },
  (error) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
