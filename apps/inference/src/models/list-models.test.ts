import type { Catalog, ImageModel, Provider, VideoModel } from "@cenote/catalog";
import { listModels } from "./list-models";

const image = (id: string, edits: ImageModel["edits"]) =>
  [id, { id, type: "image", created: 0, sizes: [], edits, prices: [], routes: [{ provider: "p" }] }] as const;

test("an image model says how many images it takes to edit, and whether a mask, if it edits any", () => {
  const catalog = {
    providers: new Map([["p", { usable: true } as Provider]]),
    models: new Map<string, unknown>([
      image("a/editor", { maxInputs: 3, mask: false }),
      image("a/masked", { maxInputs: 16, mask: true }),
      image("a/maker", undefined),
    ]),
  } as unknown as Catalog;
  const told = listModels(catalog, false).models.map(({ id, maxInputImages, takesMask }) => [
    id,
    maxInputImages,
    takesMask,
  ]);
  expect(told).toEqual([
    ["a/editor", 3, false],
    ["a/masked", 16, true],
    ["a/maker", undefined, undefined],
  ]);
});

test("a video model says whether its videos may begin with an image; others say nothing of it", () => {
  const video = (id: string, firstFrame: VideoModel["firstFrame"]) =>
    [
      id,
      { id, type: "video", created: 0, durationsS: [], firstFrame, prices: [], routes: [{ provider: "p" }] },
    ] as const;
  const catalog = {
    providers: new Map([["p", { usable: true } as Provider]]),
    models: new Map<string, unknown>([
      video("a/animator", { aspectRatio: false }),
      video("a/film", undefined),
      image("a/maker", undefined),
    ]),
  } as unknown as Catalog;
  expect(listModels(catalog, false).models.map(({ id, takesFirstFrame }) => [id, takesFirstFrame])).toEqual([
    ["a/animator", true],
    ["a/film", false],
    ["a/maker", undefined],
  ]);
});
