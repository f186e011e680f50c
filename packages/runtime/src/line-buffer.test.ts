import { createManualClock } from "@cenote/testkit";
import { createLineBuffer } from "./line-buffer";

const setUp = () => {
  const written: string[] = [];
  const clock = createManualClock();
  const buffer = createLineBuffer({ write: (lines) => { written.push(lines); }, togetherCharacters: 10, everyMs: 100, clock });
  return { buffer, clock, written };
};

describe("lines that are written together", () => {
  test("go out in order once there are enough of them", () => {
    const { buffer, written } = setUp();
    for (const line of ["one\n", "two\n", "three\n", "four\n"]) buffer.write(line);
    expect(written).toEqual(["one\ntwo\nthree\n"]);
  });

  test("wait no longer than their time, however few they are", async () => {
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

  test("go out at once when asked to, and once only", async () => {
    const { buffer, clock, written } = setUp();
    buffer.write("one\n");
    buffer.flush();
    buffer.flush();
    await clock.advance(1_000);
    expect(written).toEqual(["one\n"]);
  });
});
