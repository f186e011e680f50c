// Who may import whom. `npm test -- boundaries` fails on any other edge.

/** Code that only tests run. */
const TEST_CODE = "[.](test|contract)[.]ts$|/(testing|__fixtures__)/|/testing[.]ts$";
const GRPC = "node_modules/(@grpc/|grpc-health-check/)";
const MONGO = "node_modules/(mongoose|mongodb|mongodb-memory-server[^/]*)/";
const REDIS = "node_modules/(ioredis|@ioredis)/";
const WEB =
  "node_modules/(fastify|@fastify/[^/]+|@apollo/[^/]+|@as-integrations/[^/]+|graphql|graphql-[^/]+|type-graphql)/";
const HTTP_CLIENT = "node_modules/undici/";
const TRACES = "node_modules/@opentelemetry/";

/** Folders that decide things, and know neither wire nor store. */
const DOMAINS =
  "^apps/(billing/src/(ledger|pricing|keys|organizations|limits|admission|cache|alerts|client-tokens|top-ups)|media/src/jobs)/";
/** The life of a call, in the words of the contract. */
const CALLS =
  "^apps/(inference/src/(chat|embeddings|models|metering|contract|kept-messages|cache|idempotency)|media/src/(videos|images|idempotency|routes|storage|unpaid|callbacks))/";

const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** The packages below one of the house, from the bottom up; anything else of the house is above it. */
const packageMayImport = (name, below) =>
  rule(
    `${name}-knows-only-${below.join("-and-") || "itself"}`,
    `packages/${name} stands below the other packages.`,
    { path: `^packages/${name}/`, pathNot: TEST_CODE },
    { path: "^(packages|apps)/", pathNot: [name, ...below].map((other) => `^packages/${other}/`) },
  );

module.exports = {
  forbidden: [
    rule("no-cycles", "What imports itself by a detour can't be understood, or moved, alone.", {}, { circular: true }),
    rule(
      "no-unresolved",
      "An import that leads nowhere; a package of types alone leads nowhere but for the compiler.",
      {},
      { couldNotResolve: true, pathNot: "^@graphql-typed-document-node/core$" },
    ),
    rule(
      "no-test-code-in-product",
      "Fixtures, fakes and contract suites are for tests.",
      { path: "^(packages|apps)/", pathNot: [TEST_CODE, "^packages/testkit/"] },
      { path: [TEST_CODE, "^packages/testkit/"] },
    ),

    rule(
      "front-door",
      "Another room is entered through what its `exports` name, here index, main and testing, what main files import first, and what not every process has to load.",
      { path: "^(packages|apps)/([^/]+)/" },
      {
        path: "^(packages|apps)/[^/]+/(?!src/(index|main|testing)[.]ts$)",
        pathNot: [
          "^$1/$2/",
          "^packages/runtime/src/require-node[.]ts$",
          "^packages/rpc/src/grpc-server[.]ts$",
          "^packages/providers/src/check-(packages|routes)[.]ts$",
          "^apps/billing/src/(demo/ensure-demo|mongo/connect-stores)[.]ts$",
        ],
      },
    ),
    rule(
      "packages-know-no-app",
      "Apps import packages, never back.",
      { path: "^packages/" },
      { path: "^(apps|bench|e2e)/" },
    ),
    rule(
      "apps-know-no-app",
      "Services know each other by contract alone; `standalone` joins them.",
      { path: "^apps/(?!standalone/)([^/]+)/" },
      { path: "^apps/", pathNot: "^apps/$1/" },
    ),
    rule(
      "standalone-is-a-leaf",
      "Nobody builds on the joined system. The tests of the image ask which variables it reads.",
      { pathNot: "^(apps/standalone|infra/src/testing)/" },
      { path: "^apps/standalone/" },
    ),
    rule(
      "outside-is-outside",
      "Benchmarks, end-to-end tests and examples see the system as its callers do; of packages they use what `exports` names.",
      { path: "^(bench|e2e|examples)/" },
      { path: ["^apps/", "^packages/[^/]+/(?!src/(index|testing)[.]ts$)"] },
    ),

    rule(
      "core-depends-on-nothing",
      "Pure: nothing but the platform's own randomness and its arithmetic of addresses.",
      { path: "^packages/core/", pathNot: TEST_CODE },
      { pathNot: ["^packages/core/", "^crypto$", "^net$"] },
    ),
    packageMayImport("contracts", []),
    packageMayImport("graphql-types", []),
    packageMayImport("rpc", ["contracts", "core"]),
    packageMayImport("runtime", ["core", "tracing"]),
    packageMayImport("proxies", []),
    packageMayImport("providers", ["core", "proxies"]),
    ...["catalog", "tracing", "mongo", "testkit"].map((name) => packageMayImport(name, ["core"])),
    packageMayImport("callbacks", ["core", "providers"]),
    packageMayImport("idempotency", ["core", "mongo"]),
    packageMayImport("pricing", ["catalog", "core"]),
    packageMayImport("routing", ["catalog", "core", "providers", "runtime"]),
    packageMayImport("calls", ["catalog", "contracts", "core", "idempotency", "runtime"]),

    rule(
      "grpc-behind-rpc",
      "The wire between services is known to one package.",
      { path: "^(packages|apps)/", pathNot: ["^packages/rpc/", TEST_CODE] },
      { path: GRPC },
    ),
    rule(
      "mongo-behind-ports",
      "The database is known to the `mongo/` folders and to one package.",
      { path: "^(packages|apps)/", pathNot: ["^packages/mongo/", "^(packages|apps)/[^/]+/src/mongo/", TEST_CODE] },
      { path: MONGO },
    ),
    rule(
      "redis-behind-ports",
      "Redis is known to the `redis/` folders.",
      { path: "^(packages|apps)/", pathNot: ["^apps/[^/]+/src/redis/", TEST_CODE] },
      { path: REDIS },
    ),
    rule(
      "web-behind-gateway",
      "HTTP and GraphQL frameworks live in the gateway; what a browser needs of them, in the dashboard.",
      { path: "^(packages|apps)/", pathNot: ["^apps/gateway/", "^apps/dashboard/"] },
      { path: WEB },
    ),
    rule(
      "traces-behind-tracing",
      "OpenTelemetry is known to one package, the rest to the port in core.",
      { path: "^(packages|apps)/", pathNot: ["^packages/tracing/", TEST_CODE] },
      { path: TRACES },
    ),
    rule(
      "tracing-is-loaded-late",
      "Where no traces are sent, nothing of it is loaded.",
      { path: "^(packages|apps)/", pathNot: ["^packages/tracing/", TEST_CODE] },
      { path: "^packages/tracing/", dependencyTypesNot: ["dynamic-import"] },
    ),
    rule(
      "ai-sdk-is-loaded-late",
      "A package of the AI SDK is loaded where a configuration names it; without one, only its types are known.",
      { path: "^(packages|apps)/", pathNot: TEST_CODE },
      { path: "node_modules/(ai|@ai-sdk/[^/]+)/", dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "one-http-client",
      "Providers are called in one place.",
      { path: "^(packages|apps)/", pathNot: ["^packages/providers/src/wire/", TEST_CODE] },
      { path: HTTP_CLIENT },
    ),

    rule(
      "domains-know-no-wire",
      "A domain folder knows core, its own kind, and types of the catalog and the provider spec.",
      { path: DOMAINS, pathNot: TEST_CODE },
      {
        path: [
          "^packages/(contracts|rpc|mongo|runtime)/",
          "^apps/[^/]+/src/(service|mongo|redis|compose|main|index)",
          GRPC,
          MONGO,
          REDIS,
          WEB,
        ],
      },
    ),
    rule(
      "calls-know-no-wire",
      "The life of a call speaks the contract, over whichever wire.",
      { path: CALLS, pathNot: TEST_CODE },
      {
        path: ["^packages/(rpc|mongo|runtime)/", "^apps/[^/]+/src/(service|compose|main|index)[.]ts", GRPC, MONGO, WEB],
      },
    ),
    rule(
      "stores-know-their-ports",
      "A store implements a port; it does not know who uses it.",
      { path: "^apps/([^/]+)/src/(?:mongo|redis)/", pathNot: TEST_CODE },
      { path: "^apps/$1/src/(service|compose|main|index)" },
    ),
    rule(
      "public-wires-know-interfaces",
      "REST and GraphQL speak to the interfaces of the contracts.",
      { path: "^apps/gateway/src/(rest|graphql|dashboard|server|models|schema|bodies)/", pathNot: TEST_CODE },
      { path: ["^packages/(providers|catalog|rpc|mongo)/", GRPC, MONGO] },
    ),
    rule(
      "surfaces-know-no-other",
      "REST and GraphQL stand side by side: what both need is in neither, so that a change of one can't change the other unseen.",
      { path: "^apps/gateway/src/(rest|graphql|dashboard|bodies)/", pathNot: TEST_CODE },
      { path: "^apps/gateway/src/(rest|graphql|dashboard)/", pathNot: "^apps/gateway/src/$1/" },
    ),
    rule(
      "resumable-answers-know-no-wire",
      "A resumable answer is sent over REST and GraphQL alike.",
      { path: "^apps/gateway/src/resumable-answers/", pathNot: TEST_CODE },
      { path: ["^apps/gateway/src/(rest|graphql)/", "^packages/(providers|catalog|rpc|mongo)/", GRPC, MONGO, WEB] },
    ),
    rule(
      "gateway-owns-no-data",
      "The gateway has no provider and no database.",
      { path: "^apps/gateway/" },
      { path: ["^packages/(providers|mongo)/", MONGO] },
    ),
    rule(
      "simulator-stands-alone",
      "What it proves it does not borrow.",
      { path: "^apps/upstream-simulator/", pathNot: TEST_CODE },
      { path: "^packages/(?!core/)" },
    ),
    rule(
      "dashboard-knows-graphql-alone",
      "It is a client like any other: all it has of the system is what schema.graphql says.",
      { path: "^apps/dashboard/" },
      { path: "^(packages|apps|bench|e2e)/", pathNot: "^apps/dashboard/" },
    ),
    rule(
      "dashboard-pages-know-no-page",
      "Pages share what is in `parts`, not each other.",
      { path: "^apps/dashboard/src/pages/([^/]+)/" },
      { path: "^apps/dashboard/src/pages/", pathNot: "^apps/dashboard/src/pages/$1/" },
    ),
    rule(
      "dashboard-money-is-pure",
      "What is decided about money and pages of lists knows no screen.",
      { path: "^apps/dashboard/src/(money|format|paging/pages[.])", pathNot: TEST_CODE },
      { path: ["node_modules/", "^apps/dashboard/src/(parts|pages|shell|session)/"] },
    ),
    rule(
      "tool-is-a-client",
      "The operator's tool sees the system over gRPC; of the providers it knows what a configuration may say of them.",
      { path: "^apps/cli/" },
      { path: "^packages/(mongo|providers)/", pathNot: "^packages/providers/src/check-(packages|routes)[.]ts$" },
    ),
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    // Only our own: most libraries are resolved to a file in a `dist/`, and would be hidden from the rules.
    exclude: { path: "^(apps/[^/]+|bench)/dist/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
      extensions: [".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs", ".json"],
    },
  },
};
