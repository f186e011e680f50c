import { streamInSpan } from "./in-span";
import type { Span } from "./tracing";

const span: Span = { set() {}, rename() {}, run: (work) => work(), end() {} };

/** A stream that says how often it was opened and closed. */
const watched = () => {
  const seen = { opened: 0, closed: 0 };
  const open = (): AsyncIterable<string> => {
    seen.opened += 1;
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.resolve({ done: false, value: "one" }),
        return() {
          seen.closed += 1;
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    };
  };
  return { seen, open };
};

describe("a stream in a span whose reader leaves before reading anything", () => {
  test("is closed if it was open already: its provider does not go on for nobody", async () => {
    const { seen, open } = watched();
    await streamInSpan(span, open, { isOpen: true }).return?.();
    expect(seen).toEqual({ opened: 1, closed: 1 });
  });

  test("is not opened otherwise", async () => {
    const { seen, open } = watched();
    await streamInSpan(span, open).return?.();
    expect(seen).toEqual({ opened: 0, closed: 0 });
  });
});
