import { createManualClock } from "@cenote/testkit";
import fc from "fast-check";
import { createLineBuffer } from "./line-buffer";

const setUp = () => {
  const written: string[] = [];
  const clock = createManualClock();
  const buffer = createLineBuffer({
    write: (lines) => {
      written.push(lines);
    },
    togetherBytes: 20,
    everyMs: 100,
    clock,
  });
  return { buffer, clock, written };
};

describe("buffered lines", () => {
  test("are written in order once the buffer is full", () => {
    const { buffer, written } = setUp();
    for (const line of ["one\n", "two\n", "tres\n", "four\n"]) buffer.write(line);
    expect(written).toEqual(["one\ntwo\n"]);
    buffer.flush();
    expect(written).toEqual(["one\ntwo\n", "tres\nfour\n"]);
  });

  test("are written whole and in order, whatever their length and characters", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "ñ", "—", "🦜"), maxLength: 12, size: "max" });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40, size: "max" }), (lines) => {
        const { buffer, written } = setUp();
        for (const one of lines) buffer.write(`${one}\n`);
        buffer.flush();
        expect(written.join("")).toBe(lines.map((one) => `${one}\n`).join(""));
        expect(written.every((text) => text.endsWith("\n"))).toBe(true);
      }),
    );
  });

  test("wait no longer than their limit, however few they are", async () => {
    const { buffer, clock, written } = setUp();
    buffer.write("one\n");
    await clock.advance(60);
    buffer.write("two\n");
    expect(written).toEqual([]);
    await clock.advance(40);
    expect(written).toEqual(["one\ntwo\n"]);
    await clock.advance(1_000);
    buffer.write("three\n");
    await clock.advance(99);
    expect(written).toHaveLength(1);
    await clock.advance(1);
    expect(written).toEqual(["one\ntwo\n", "three\n"]);
  });

  test("are written at once when flushed, and only once", async () => {
    const { buffer, clock, written } = setUp();
    buffer.write("one\n");
    buffer.flush();
    buffer.flush();
    await clock.advance(1_000);
    expect(written).toEqual(["one\n"]);
  });
});
