import { createManualClock } from "@cenote/testkit";
import { createLogOutput, type OutputFile } from "./log-output";

type Done = Parameters<OutputFile["write"]>[1];

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

const setUp = ({ limitBytes = 1000, writeNow }: { limitBytes?: number; writeNow?: () => number } = {}) => {
  const clock = createManualClock();
  const begun: { readonly text: string; readonly done: Done }[] = [];
  const written: string[] = [];
  const output = createLogOutput({
    file: {
      write(bytes, done) {
        begun.push({ text: Buffer.from(bytes).toString(), done });
      },
      writeNow:
        writeNow ??
        ((bytes) => {
          written.push(Buffer.from(bytes).toString());
          return bytes.length;
        }),
      pause: (durationMs) => {
        pausedMs += durationMs;
      },
    },
    limitBytes,
    flushLimitMs: 1000,
    clock: { ...clock, monotonicMs: () => pausedMs },
  });
  let pausedMs = 0;
  return { clock, begun, written, output, pausedMs: () => pausedMs };
};

describe("the output of the log", () => {
  test("writes in order, one at a time, and continues a partial write", () => {
    const { begun, output } = setUp();
    output.write("one\n");
    output.write("two\n");
    begun[0]?.done(null, 1);
    begun[1]?.done(null, 3);
    begun[2]?.done(null, 4);
    output.write("three\n");
    expect(begun.map(({ text }) => text)).toEqual(["one\n", "ne\n", "two\n", "three\n"]);
  });

  test("joins what waits behind a reader that stands still, into pieces that have a limit", () => {
    const { begun, output } = setUp({ limitBytes: Infinity });
    const long = "x".repeat(40 * 1024);
    for (const text of ["one\n", "two\n", "three\n", long, long]) output.write(text);
    begun[0]?.done(null, 4);
    begun[1]?.done(null, 10 + long.length);
    expect(begun.map(({ text }) => text)).toEqual(["one\n", `two\nthree\n${long}`, long]);
  });

  test("waits for a reader that is busy, in memory that has a limit", async () => {
    const { begun, clock, output } = setUp({ limitBytes: 8 });
    output.write("one\n");
    output.write("two\n");
    output.write("dropped\n");
    begun[0]?.done(failure("EAGAIN"), 0);
    expect(begun).toHaveLength(1);
    await clock.advance(100);
    begun[1]?.done(null, 4);
    begun[2]?.done(null, 4);
    output.write("after\n");
    expect(begun.map(({ text }) => text)).toEqual(["one\n", "one\n", "two\n", "after\n"]);
  });

  test.each(["ENOSPC", "EPIPE", "EIO"])("drops a line that ends in %s and goes on: the log ends no process", (code) => {
    const { begun, output } = setUp();
    output.write("lost\n");
    output.write("next\n");
    begun[0]?.done(failure(code), 0);
    expect(begun.map(({ text }) => text)).toEqual(["lost\n", "next\n"]);
  });

  test("writes at an exit what waits, and nothing twice", () => {
    const { begun, written, output } = setUp();
    output.write("under way\n");
    output.write("waits\n");
    output.flushNow();
    expect(begun.map(({ text }) => text)).toEqual(["under way\n"]);
    expect(written).toEqual(["waits\n"]);
  });

  test("exits although nobody reads", () => {
    const writeNow = () => {
      throw failure("EAGAIN");
    };
    const { begun, output, pausedMs } = setUp({ writeNow });
    output.write("waits\n");
    begun[0]?.done(failure("EAGAIN"), 0);
    output.flushNow();
    expect(pausedMs()).toBe(1000);
  });

  test("exits at once if the reader is gone", () => {
    const writeNow = () => {
      throw failure("EPIPE");
    };
    const { begun, output, pausedMs } = setUp({ writeNow });
    output.write("waits\n");
    begun[0]?.done(failure("EAGAIN"), 0);
    output.flushNow();
    expect(pausedMs()).toBe(0);
  });
});
