import type { ImagesRequest } from "@cenote/contracts";
import { GIVEN_BYTES } from "../given-image";
import type { Asking } from "../models-that";
import { createTestCatalog, findImageModel } from "../testing/catalog";
import { PNG } from "../testing/fake-provider";
import { readGivenImages } from "./given-images";

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]);
const WEBP = Buffer.from("RIFF....WEBPVP8 ", "latin1");
const GIF = Buffer.from("GIF89a and more", "latin1");

const CATALOG = createTestCatalog().current();

const read = (id: string, given: Partial<ImagesRequest>, context: Asking["context"] = {}) =>
  readGivenImages(findImageModel(id), { model: id, prompt: "x", inputs: [], ...given }, { catalog: CATALOG, context });

test("nothing is given for an image made from the prompt alone, whatever the model", () => {
  expect([read("test/image", {}), read("test/edit", {})]).toEqual([{}, {}]);
});

test("an image is what its first bytes say", () => {
  expect(read("test/edit", { inputs: [JPEG, WEBP] })).toEqual({
    inputs: [
      { bytes: JPEG, contentType: "image/jpeg" },
      { bytes: WEBP, contentType: "image/webp" },
    ],
  });
  expect(read("test/edit", { inputs: [PNG], mask: PNG })).toEqual({
    inputs: [{ bytes: PNG, contentType: "image/png" }],
    mask: { bytes: PNG, contentType: "image/png" },
  });
});

test.each<[string, Partial<ImagesRequest>, string, string]>([
  [
    "test/image",
    { inputs: [PNG] },
    "image",
    "image: test/image edits no images. test/edit, test/edit-sized, test/edit-two-routes do.",
  ],
  ["test/edit", { inputs: [PNG, PNG, PNG] }, "image", "image: test/edit takes at most 2 of them."],
  ["test/edit", { mask: PNG }, "mask", "mask: there is no image for it; give one in image."],
  ["test/image", { mask: PNG }, "mask", "mask: there is no image for it; give one in image."],
  ["test/edit-sized", { inputs: [PNG], mask: PNG }, "mask", "mask: test/edit-sized takes none."],
  ["test/edit", { inputs: [GIF] }, "image", "image: must be a PNG, JPEG or WebP image."],
  ["test/edit", { inputs: [PNG, GIF] }, "image[1]", "image[1]: must be a PNG, JPEG or WebP image."],
  ["test/edit", { inputs: [Buffer.alloc(0), PNG] }, "image[0]", "image[0]: must not be empty."],
  ["test/edit", { inputs: [PNG], mask: JPEG }, "mask", "mask: must be a PNG image."],
  ["test/edit", { inputs: [PNG], mask: Buffer.alloc(0) }, "mask", "mask: must not be empty."],
])("%s refuses case %#, naming the field", (id, given, param, message) => {
  expect(() => read(id, given)).toThrow(
    expect.objectContaining({ code: "invalid_request_error", param, message }) as Error,
  );
});

test("a model is passed over where the caller may not use it, or the route that edits has no key", () => {
  const refused = (id: string, others: string, models?: string[]) => {
    expect(() => read(id, { inputs: [PNG] }, models && { allowedModels: { models } })).toThrow(
      expect.objectContaining({ param: "image", message: `image: ${id} edits no images. ${others}` }) as Error,
    );
  };
  refused("test/edit-keyless", "test/edit, test/edit-sized, test/edit-two-routes do.");
  refused("test/image", "test/edit-sized does.", ["test/image", "test/edit-sized"]);
  refused("test/image", "No model that you may use does.", ["test/image", "test/edit-keyless"]);
});

test("a mask is not taken where no route that can be called takes one", () => {
  const model = findImageModel("test/edit");
  const unmasked = { ...model, routes: model.routes.map((route) => ({ ...route, takesMask: false })) };
  const images = { model: model.id, prompt: "x", inputs: [PNG], mask: PNG };
  expect(() => readGivenImages(unmasked, images, { catalog: CATALOG, context: {} })).toThrow(
    "mask: test/edit takes none.",
  );
});

test("all images of a call, with the mask, may have 20 MiB", () => {
  const rest = GIVEN_BYTES - PNG.length;
  const large = Buffer.concat([JPEG], rest);
  expect(read("test/edit", { inputs: [large], mask: PNG }).inputs).toHaveLength(1);
  const larger = Buffer.concat([JPEG], rest + 1);
  for (const given of [{ inputs: [larger], mask: PNG }, { inputs: [PNG, larger] }])
    expect(() => read("test/edit", given)).toThrow(
      expect.objectContaining({
        param: "image",
        message: "image: all images of a call, its mask among them, may have at most 20 MiB.",
      }) as Error,
    );
});
