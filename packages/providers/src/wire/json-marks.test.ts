import { JsonMarks } from "./json-marks";
import { JSON_BOUNDS } from "./parse-json";

describe("JSON that somebody else will parse", () => {
  test.each([
    ["values", ",", JSON_BOUNDS.commas],
    ["arrays", "[", JSON_BOUNDS.parts],
    ["objects", "{", JSON_BOUNDS.parts],
    ["names", ":", JSON_BOUNDS.parts],
  ])(
    "may have as many %s as we would parse ourselves, whatever else is in it, and not one more",
    (_what, mark, most) => {
      const marks = new JsonMarks();
      const half = Buffer.alloc(most, `${mark}"`);
      expect(marks.add(half)).toBe(true);
      expect(marks.add(half)).toBe(true);
      expect(marks.add(Buffer.from(mark))).toBe(false);
    },
  );

  test("may have as many again once it has been read, as the events of a long stream have", () => {
    const marks = new JsonMarks();
    for (const [mark, most] of [
      [",", JSON_BOUNDS.commas],
      ["[", JSON_BOUNDS.parts],
    ] as const) {
      marks.add(Buffer.alloc(most, mark));
      marks.clear();
      expect(marks.add(Buffer.from(mark))).toBe(true);
    }
  });
});
