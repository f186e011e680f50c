import { dearestImages } from "./dearest-images";

test("of several models that may answer an image is counted as by the one that takes most", () => {
  expect(dearestImages([{}, { imageTokens: { low: 85, high: 1_445 } }, {}, { imageTokens: { low: 256, high: 256 } }])).toEqual({ low: 256, high: 1_445 });
  expect(dearestImages([{}, {}])).toBeUndefined();
});
