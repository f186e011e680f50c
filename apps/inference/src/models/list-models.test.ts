import type { Catalog, ImageModel, Provider, VideoModel } from "@cenote/catalog";
import { listModels } from "./list-models";

const TAKING = { provider: "p", takesImages: true, takesMask: true, zdr: false };

const image = (id: string, edits: ImageModel["edits"]) =>
  [id, { id, type: "image", created: 0, sizes: [], edits, prices: [], routes: [TAKING] }] as const;

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
    [id, { id, type: "video", created: 0, durationsS: [], firstFrame, prices: [], routes: [TAKING] }] as const;
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

test("what only a route without a key can do is not told", () => {
  const routes = [
    { provider: "p", takesImages: false, zdr: false },
    { ...TAKING, provider: "keyless", zdr: true },
  ];
  const common = { created: 0, prices: [], routes };
  const rows = [
    { ...common, id: "a/editor", type: "image", sizes: [], edits: { maxInputs: 3, mask: true } },
    { ...common, id: "a/animator", type: "video", durationsS: [], firstFrame: { aspectRatio: false } },
    { ...common, id: "a/chat", type: "chat", capabilities: new Set() },
  ];
  const toldWith = (usable: boolean) =>
    listModels(
      {
        providers: new Map([
          ["p", { usable: true }],
          ["keyless", { usable }],
        ]),
        models: new Map(rows.map((row) => [row.id, row])),
      } as unknown as Catalog,
      false,
    ).models.map(({ maxInputImages, takesMask, takesFirstFrame, zdr }) => [
      maxInputImages,
      takesMask,
      takesFirstFrame,
      zdr,
    ]);
  expect(toldWith(false)).toEqual([
    [undefined, undefined, undefined, false],
    [undefined, undefined, false, false],
    [undefined, undefined, undefined, false],
  ]);
  expect(toldWith(true)).toEqual([
    [3, true, undefined, false],
    [undefined, undefined, true, false],
    [undefined, undefined, undefined, true],
  ]);
});
