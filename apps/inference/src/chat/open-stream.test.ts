import type { ChatEvent } from "@cenote/providers";
import { createManualClock } from "@cenote/testkit";
import { openStream, type OpenStreamOptions } from "./open-stream";

const MANY = 200_000;

const piece: ChatEvent = { type: "text", text: "a" };

/** The beginning of a stream that comes in these reads. */
const beginningOf = async (reads: readonly ChatEvent[][], slowStart?: { characters: number; withinMs: number }) => {
  const options = {
    client: {
      async *streamChat() {
        yield* reads;
      },
    },
    routeTry: { candidate: { model: { slowStart } }, target: {}, limits: {} },
    signal: new AbortController().signal,
    clock: createManualClock(),
  } as unknown as OpenStreamOptions;
  return (await openStream(options)).first;
};

test("the beginning of a stream is read however many pieces come at once", async () => {
  const pieces = Array.from({ length: MANY }, () => piece);
  expect(await beginningOf([pieces])).toHaveLength(MANY);
  expect(await beginningOf([[piece], pieces], { characters: 2, withinMs: 1_000 })).toHaveLength(MANY + 1);
});

test("a beginning is long enough once all reads together are, and no more is read", async () => {
  const reads = Array.from({ length: 5 }, () => [piece]);
  expect(await beginningOf(reads, { characters: 3, withinMs: 1_000 })).toHaveLength(3);
});
