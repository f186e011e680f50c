import fc from "fast-check";
import { pngHead } from "../testing/job-protocol";
import { aspectRatioOf, nearestAspectRatio } from "./aspect-ratio";

const OFFERED = ["1:1", "3:4", "4:3", "9:16", "16:9"] as const;

test.each([
  ["1024x1024", "1:1"],
  ["1024x768", "4:3"],
  ["768x1024", "3:4"],
  ["1920x1080", "16:9"],
  ["1344x768", "16:9"],
  ["576x1024", "9:16"],
  ["4000x100", "16:9"],
  ["1536x1024", "4:3"],
])("%s is %s", (size, ratio) => {
  expect(nearestAspectRatio(size, OFFERED)).toBe(ratio);
});

test("rotating a size inverts its aspect ratio", () => {
  const side = fc.integer({ min: 16, max: 4096 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      fc.pre(width !== height);
      const turned = nearestAspectRatio(`${width}x${height}`, OFFERED).split(":").toReversed().join(":");
      expect(nearestAspectRatio(`${height}x${width}`, OFFERED)).toBe(turned);
    }),
  );
});

test("a video is as the call says, or else as its image is, or else as the model likes", () => {
  const firstFrame = pngHead(480, 640);
  expect(aspectRatioOf({ aspectRatio: "16:9", firstFrame }, OFFERED)).toBe("16:9");
  expect(aspectRatioOf({ firstFrame }, OFFERED)).toBe("3:4");
  expect(aspectRatioOf({}, OFFERED)).toBeUndefined();
  expect(
    aspectRatioOf({ firstFrame: { bytes: Buffer.from("RIFF"), contentType: "image/webp" } }, OFFERED),
  ).toBeUndefined();
});
