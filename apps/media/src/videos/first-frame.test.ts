import type { Catalog } from "@cenote/catalog";
import type { VideoRequest } from "@cenote/contracts";
import { GIVEN_BYTES } from "../given-image";
import type { Asking } from "../models-that";
import { createTestCatalog, findVideoModel } from "../testing/catalog";
import { PNG } from "../testing/fake-provider";
import { readFirstFrame } from "./first-frame";

const CATALOG = createTestCatalog().current();

const read = (id: string, given: Partial<VideoRequest>, asking: Partial<Asking> = {}) =>
  readFirstFrame(
    findVideoModel(id),
    { model: id, prompt: "x", ...given },
    { catalog: CATALOG, context: {}, ...asking },
  );

const refusal = (param: string, message: string) =>
  expect.objectContaining({ code: "invalid_request_error", param, message }) as Error;

test("a video without an image needs no model that takes one, and keeps its shape to choose", () => {
  expect([read("test/video", {}), read("test/framed", { aspectRatio: "16:9" })]).toEqual([undefined, undefined]);
});

test("an image is what its first bytes say", () => {
  expect(read("test/framed", { firstFrame: PNG })).toEqual({ bytes: PNG, contentType: "image/png" });
});

test("the error of a model that accepts none names usable models that do", () => {
  expect(() => read("test/video", { firstFrame: PNG })).toThrow(
    refusal(
      "input_reference",
      "input_reference: test/video makes no videos from an image. test/framed, test/framed-shapes do.",
    ),
  );
  const having = (...ids: string[]) =>
    ({ ...CATALOG, models: new Map(ids.map((id) => [id, findVideoModel(id)])) }) as Catalog;
  const refused = (catalog: Catalog, others: string) => {
    expect(() => read("test/video", { firstFrame: PNG }, { catalog })).toThrow(
      refusal("input_reference", `input_reference: test/video makes no videos from an image. ${others}`),
    );
  };
  refused(having("test/video", "test/framed"), "test/framed does.");
  refused(having("test/video"), "No model of this gateway does.");
});

test("no model is named to a caller who may not use it", () => {
  const refused = (models: string[], others: string) => {
    expect(() => read("test/video", { firstFrame: PNG }, { context: { allowedModels: { models } } })).toThrow(
      refusal("input_reference", `input_reference: test/video makes no videos from an image. ${others}`),
    );
  };
  refused(["test/video", "test/framed"], "test/framed does.");
  refused(["test/*"], "test/framed, test/framed-shapes do.");
  refused(["test/video"], "No model that you may use does.");
});

test("a model whose only route that takes an image has no key takes none", () => {
  expect(() => read("test/framed-keyless", { firstFrame: PNG })).toThrow(
    refusal(
      "input_reference",
      "input_reference: test/framed-keyless makes no videos from an image. test/framed, test/framed-shapes do.",
    ),
  );
});

test("an aspect ratio beside an image is for models that can choose it", () => {
  expect(read("test/framed-shapes", { firstFrame: PNG, aspectRatio: "9:16" })).toBeDefined();
  expect(() => read("test/framed", { firstFrame: PNG, aspectRatio: "9:16" })).toThrow(
    refusal("aspect_ratio", "aspect_ratio: with an image a video of test/framed has the image's shape; leave it out."),
  );
});

test.each<[string, Buffer, string]>([
  ["what is no image", Buffer.from("GIF89a and more"), "input_reference: must be a PNG, JPEG or WebP image."],
  ["nothing", Buffer.alloc(0), "input_reference: must not be empty."],
  ["more than 20 MiB", Buffer.concat([PNG], GIVEN_BYTES + 1), "input_reference: must have at most 20 MiB."],
])("%s is refused", (_what, firstFrame, message) => {
  expect(() => read("test/framed", { firstFrame })).toThrow(refusal("input_reference", message));
});

test("20 MiB are taken", () => {
  expect(read("test/framed", { firstFrame: Buffer.concat([PNG], GIVEN_BYTES) })).toBeDefined();
});
