import { streamInSpan } from "./in-span";
import type { Span, SpanFailure } from "./tracing";

const span: Span = { set() {}, rename() {}, run: (work) => work(), end() {} };

/** A span that says how it ended. */
const recorded = () => {
  const ends: (string | undefined)[] = [];
  return { ends, span: { ...span, end: (failure?: SpanFailure) => void ends.push(failure?.type) } };
};

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

test("a stream whose reader leaves is cancelled, unless its last message had come: then it ended well", async () => {
  for (const [lastMessage, expected] of [
    ["another", "cancelled"],
    ["one", undefined],
  ] as const) {
    const { ends, span: ended } = recorded();
    const stream = streamInSpan(ended, watched().open, { note: (message) => message === lastMessage });
    await stream.next();
    await stream.return?.();
    expect(ends).toEqual([expected]);
  }
});
