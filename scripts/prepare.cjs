// Installs in advance what takes longer than a test may wait: `prepare.cjs database`, `redis` or `helm`.
require("./register.cjs");

/** What is needed -> installs it unless it is there. @returns Where it is. */
const NEEDS = {
  database: (say) => require("../packages/mongo/src/testing.ts").prepareTestDatabases(say),
  redis: (say) => require("../packages/testkit/src/index.ts").findRedisServer(process.env, say),
  async helm(say) {
    const { helm, validatorPython } = await require("../packages/testkit/src/index.ts").findKubernetesTools(
      process.env,
      say,
    );
    return `${helm}\n${validatorPython}`;
  },
};

const [what] = process.argv.slice(2);
if (!Object.hasOwn(NEEDS, what ?? "")) {
  console.error(`usage: prepare.cjs ${Object.keys(NEEDS).join("|")}`);
  process.exit(2);
}
NEEDS[what](console.log).then(console.log, (error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
