const TestSequencer = require("@jest/test-sequencer").default;

/** The longest suites start first; otherwise they would run alone at the end. */
const LONGEST = [
  "conformance",
  "guides",
  "dashboard",
  "kill9",
  "video-crash",
  "service-loss",
  "service-hang",
  "graphql-page",
  "errors",
  "video-load",
  "first-run",
  "thousand-streams",
  "stop-under-way",
  "videos",
  "money",
  "apis",
  "graphql-live",
  "top-ups",
  "upstream-faults",
  "earlier-versions",
  "image",
  "zdr",
  "database-loss",
  "secrets",
  "long-tail",
  "images",
  "tracing-collector",
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
