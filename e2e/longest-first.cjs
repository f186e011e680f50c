const TestSequencer = require("@jest/test-sequencer").default;

/** The longest suites, started first: started last, they would run alone at the end. */
const LONGEST = [
  "conformance",
  "kill9",
  "video-crash",
  "dashboard",
  "service-loss",
  "service-hang",
  "guides",
  "graphql-page",
  "first-run",
  "video-load",
  "thousand-streams",
  "apis",
  "tracing-collector",
  "upstream-faults",
  "errors",
  "images",
  "long-tail",
  "secrets",
  "graphql-money",
  "graphql-live",
  "money",
  "zdr",
  "videos",
];

/** Without timings from an earlier run, jest would order suites by file size. */
module.exports = class extends TestSequencer {
  sort(tests) {
    const place = ({ path }) => {
      const found = LONGEST.findIndex((name) => path.endsWith(`/${name}.test.ts`));
      return found === -1 ? LONGEST.length : found;
    };
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
};
