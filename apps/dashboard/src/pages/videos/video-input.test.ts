import { toVideoInput } from "./video-input";

describe("toVideoInput", () => {
  it.each([
    ["", {}],
    ["8", { duration: 8 }],
  ])("has for the length “%s” %j", (duration, expected) => {
    expect(toVideoInput({ model: "fal/kling", duration }, "a cenote")).toEqual({
      model: "fal/kling",
      prompt: "a cenote",
      ...expected,
    });
  });
});
