import { createFirstFrames } from "./first-frames";

const imageOf = (bytes: number) => ({ bytes: Buffer.alloc(bytes), contentType: "image/png" });

test("an image is available until it is let go", () => {
  const frame = createFirstFrames(100).keep("a", imageOf(10));
  expect(frame.image).toEqual(imageOf(10));
  frame.letGo();
  expect(frame.image).toBeUndefined();
});

test("images of one organization leave room for another's, and letting go frees memory only once", () => {
  const frames = createFirstFrames(100);
  const first = frames.keep("a", imageOf(50));
  expect(() => frames.keep("a", imageOf(1))).toThrow(
    expect.objectContaining({ code: "rate_limit_exceeded", retryAfterMs: 1000 }) as Error,
  );
  frames.keep("b", imageOf(50));
  expect(() => frames.keep("c", imageOf(1))).toThrow(expect.objectContaining({ code: "overloaded" }) as Error);
  first.letGo();
  first.letGo();
  frames.keep("a", imageOf(25));
  expect(() => frames.keep("c", imageOf(26))).toThrow(expect.objectContaining({ code: "overloaded" }) as Error);
});

test("an image above the limit passes if there is no other; a video without an image takes no memory", () => {
  const frames = createFirstFrames(100);
  const large = frames.keep("a", imageOf(101));
  expect(frames.keep("a", undefined).image).toBeUndefined();
  expect(() => frames.keep("b", imageOf(1))).toThrow(expect.objectContaining({ code: "overloaded" }) as Error);
  large.letGo();
  frames.keep("b", imageOf(101));
});
