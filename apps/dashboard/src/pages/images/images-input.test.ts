import { toImagesInput } from "./images-input";

describe("toImagesInput", () => {
  it.each([
    [{ size: "", count: "1" }, { n: 1 }],
    [
      { size: "1024x1024", count: "8" },
      { n: 8, size: "1024x1024" },
    ],
  ])("has for %j %j", (choice, expected) => {
    expect(toImagesInput({ model: "fal/flux", ...choice }, "a cenote")).toEqual({
      model: "fal/flux",
      prompt: "a cenote",
      ...expected,
    });
  });
});
