const TestSequencer = require("@jest/test-sequencer").default;

/** Suites that take longer than the others together with what runs beside them: begun last, they would run alone. */
const LONGEST = [
  "kill9", "conformance", "video-crash", "dashboard", "service-loss", "graphql-page", "first-run", "video-load", "thousand-streams", "tracing-collector", "upstream-faults", "errors",
  "images", "long-tail", "secrets", "graphql-money", "graphql-live", "money", "zdr", "videos",
];

/** On a machine that has not run them before, jest would order suites by the size of their files. */
module.exports = class extends TestSequencer {
  sort(tests) {
    const place = ({ path }) => {
      const found = LONGEST.findIndex((name) => path.endsWith(`/${name}.test.ts`));
      return found === -1 ? LONGEST.length : found;
    };
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
};
