const TestSequencer = require("@jest/test-sequencer").default;

/** Suites that take longer than the others together with what runs beside them: begun last, they would run alone. */
const LONGEST = [
  "kill9", "service-loss", "first-run", "conformance", "video-crash", "graphql-page", "thousand-streams", "video-load", "upstream-faults", "graphql-live", "errors", "tracing-collector", "tracing", "money", "image", "long-tail", "videos", "secrets",
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
