import { dearestImages } from "./dearest-images";

test("among several models that may answer, an image counts as many tokens as with the most expensive one", () => {
  expect(
    dearestImages([{}, { imageTokens: { low: 85, high: 1_445 } }, {}, { imageTokens: { low: 256, high: 256 } }]),
  ).toEqual({ low: 256, high: 1_445 });
  expect(dearestImages([{}, {}])).toBeUndefined();
});
