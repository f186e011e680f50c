import { usableEdits, usableFirstFrame } from "./taken-images";
import type { Catalog, Route } from "./types";

const CATALOG = {
  providers: new Map([
    ["keyed", { usable: true }],
    ["keyless", { usable: false }],
  ]),
} as unknown as Catalog;

const route = (provider: string, takes: Pick<Route, "takesImages" | "takesMask">) => ({ provider, ...takes }) as Route;
const EDITING = { takesImages: true, takesMask: false };
const MASKING = { takesImages: true, takesMask: true };

test.each<[string, readonly Route[], boolean, boolean | undefined]>([
  ["a route that takes a mask", [route("keyed", MASKING)], true, true],
  ["one that could, where the row promises none", [route("keyed", MASKING)], false, false],
  [
    "one for the images, and one without a key for the mask",
    [route("keyed", EDITING), route("keyless", MASKING)],
    true,
    false,
  ],
  ["the only one that edits without a key", [route("keyed", {}), route("keyless", MASKING)], true, undefined],
])("a row with edits over %s", (_what, routes, mask, expected) => {
  const edits = usableEdits(CATALOG, { edits: { maxInputs: 3, mask }, routes });
  expect(edits).toEqual(expected === undefined ? undefined : { maxInputs: 3, mask: expected });
});

test("a row without edits has none, whatever its routes could do", () => {
  expect(usableEdits(CATALOG, { edits: undefined, routes: [route("keyed", MASKING)] })).toBeUndefined();
});

test("videos begin with an image over a route that takes one and has a key", () => {
  const firstFrame = { aspectRatio: true };
  const over = (...routes: Route[]) => usableFirstFrame(CATALOG, { firstFrame, routes });
  expect(over(route("keyed", {}), route("keyed", EDITING))).toBe(firstFrame);
  expect(over(route("keyed", {}), route("keyless", EDITING))).toBeUndefined();
});
