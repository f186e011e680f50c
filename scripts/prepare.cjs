// Installs in advance what takes longer than a test may wait: `prepare.cjs database`, `redis`, `helm` or `grpcurl`.
require("./register.cjs");

const testkit = () => require("../packages/testkit/src/index.ts");

/** Name -> installs it if it is missing. @returns Its location, or why the tests can run without it. */
const NEEDS = {
  database: (say) => require("../packages/mongo/src/testing.ts").prepareTestDatabases(say),
  redis: (say) => testkit().findRedisServer(process.env, say),
  helm: (say) => testkit().findKubernetesTools(process.env, say),
  grpcurl: (say) => testkit().findGrpcurl(process.env, say),
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
