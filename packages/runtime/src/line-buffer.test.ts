import { createLineBuffer } from "./line-buffer";

const setUp = () => {
  jest.useFakeTimers();
  const written: string[] = [];
  const buffer = createLineBuffer({ write: (lines) => { written.push(lines); }, togetherCharacters: 10, everyMs: 100 });
  return { buffer, written };
};

afterEach(() => { jest.useRealTimers(); });

describe("lines that are written together", () => {
  test("go out in order once there are enough of them", () => {
    const { buffer, written } = setUp();
    for (const line of ["one\n", "two\n", "three\n", "four\n"]) buffer.write(line);
    expect(written).toEqual(["one\ntwo\nthree\n"]);
  });

  test("wait no longer than their time, however few they are", () => {
    const { buffer, written } = setUp();
    buffer.write("one\n");
    jest.advanceTimersByTime(60);
    buffer.write("two\n");
    expect(written).toEqual([]);
    jest.advanceTimersByTime(40);
    expect(written).toEqual(["one\ntwo\n"]);
    jest.advanceTimersByTime(1_000);
    buffer.write("three\n");
    jest.advanceTimersByTime(99);
    expect(written).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(written).toEqual(["one\ntwo\n", "three\n"]);
  });

  test("go out at once when asked to, and once only", () => {
    const { buffer, written } = setUp();
    buffer.write("one\n");
    buffer.flush();
    buffer.flush();
    jest.advanceTimersByTime(1_000);
    expect(written).toEqual(["one\n"]);
  });
});
