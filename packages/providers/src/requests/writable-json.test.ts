import { createWritableJson } from "./writable-json";

/** In a request of its own. */
const writableJson = (text: string): unknown => createWritableJson()(text);

const withNames = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(",")}}`;

test("what is no JSON, or could not be written again, is no value", () => {
  expect(writableJson('{"a":[null]}')).toEqual({ a: [null] });
  expect(writableJson("{")).toBeUndefined();
  expect(writableJson(`${"[".repeat(300)}${"]".repeat(300)}`)).toBeUndefined();
});

test("a million names in a text are not built", () => {
  expect(writableJson(withNames(1_000_000))).toBeUndefined();
});

test("nor are they in several texts of a request, but another request has its own bounds", () => {
  const readJson = createWritableJson();
  const text = withNames(60_000);
  expect([text, text, text, text, '{"a":1}'].map((one) => readJson(one) === undefined)).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
  expect(writableJson(text)).toBeDefined();
});
