import type { ImageCall } from "../media/media-spec";
import type { Target } from "../target";
import { openAiImages } from "./images";

const target = (model: string, quirks?: Record<string, unknown>): Target => ({
  provider: "p",
  baseUrl: "https://p.test/v1",
  apiKey: "k",
  model,
  ...(quirks === undefined ? {} : { quirks }),
});
const bodyOf = (call: ImageCall, to: Target) => JSON.parse(openAiImages.toRequest(call, to).body ?? "") as unknown;
const PNG = Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1");
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]);
const b64 = PNG.toString("base64");
const read = (body: unknown, count = 1) => openAiImages.fromAnswer(body, { prompt: "x", count }, target("gpt-image-2"));

describe("an images request", () => {
  test("goes to its path with our key", () => {
    expect(openAiImages.toRequest({ prompt: "x", count: 1 }, target("gpt-image-2"))).toMatchObject({
      method: "POST",
      url: "https://p.test/v1/images/generations",
      headers: { authorization: "Bearer k" },
    });
  });

  test.each<[string, ImageCall, object]>([
    [
      "gpt-image-2",
      { prompt: "x", count: 3, size: "1536x1024", user: "u" },
      { prompt: "x", n: 3, size: "1536x1024", quality: "medium", output_format: "png", user: "u" },
    ],
    [
      "gpt-image-2",
      { prompt: "x", count: 1 },
      { prompt: "x", n: 1, size: "1024x1024", quality: "medium", output_format: "png" },
    ],
    [
      "openai/gpt-image-2",
      { prompt: "x", count: 1, quality: "hd" },
      { prompt: "x", n: 1, size: "1024x1024", quality: "high", output_format: "png" },
    ],
    [
      "gpt-image-2.5-flare",
      { prompt: "x", count: 1, quality: "xhigh" },
      { prompt: "x", n: 1, size: "1024x1024", quality: "xhigh", output_format: "png" },
    ],
    [
      "dall-e-3",
      { prompt: "x", count: 1, size: "1792x1024" },
      { prompt: "x", n: 1, size: "1792x1024", quality: "standard", response_format: "b64_json" },
    ],
    [
      "dall-e-3",
      { prompt: "x", count: 1, quality: "hd" },
      { prompt: "x", n: 1, quality: "hd", response_format: "b64_json" },
    ],
    [
      "grok-imagine-image",
      { prompt: "x", count: 2, size: "1024x768", quality: "hd" },
      { prompt: "x", n: 2, aspect_ratio: "4:3", response_format: "b64_json" },
    ],
    ["grok-imagine-image", { prompt: "x", count: 1 }, { prompt: "x", n: 1, response_format: "b64_json" }],
    [
      "sdxl",
      { prompt: "x", count: 1, size: "640x480", quality: "hd" },
      { prompt: "x", n: 1, size: "640x480", response_format: "b64_json" },
    ],
  ])("of %s, %j", (model, call, body) => {
    expect(bodyOf(call, target(model))).toEqual({ model, ...body });
  });

  test("to a model with another name follows the catalog's quirks", () => {
    const own = target("my-deployment", { image_style: "dall-e" });
    expect(bodyOf({ prompt: "x", count: 1 }, own)).toMatchObject({ quality: "standard" });
    expect(openAiImages.maxPerCall(own)).toBe(1);
  });

  test("requests as many as the model generates at once", () => {
    expect(
      ["gpt-image-2", "dall-e-3", "grok-imagine-image", "sdxl"].map((model) => openAiImages.maxPerCall(target(model))),
    ).toEqual([10, 1, 10, 1]);
  });
});

describe("an edit", () => {
  const png = { bytes: PNG, contentType: "image/png" };
  const jpeg = { bytes: JPEG, contentType: "image/jpeg" };
  const pngUrl = `data:image/png;base64,${b64}`;
  const jpegUrl = `data:image/jpeg;base64,${JPEG.toString("base64")}`;

  test("goes to a path of its own", () => {
    expect(openAiImages.toRequest({ prompt: "x", count: 1, inputs: [png] }, target("gpt-image-2"))).toMatchObject({
      method: "POST",
      url: "https://p.test/v1/images/edits",
      headers: { authorization: "Bearer k", "content-type": "application/json" },
    });
  });

  test("gives GPT Image the images and the mask, beside what it is asked otherwise", () => {
    const call = { prompt: "x", count: 1, size: "1536x1024", user: "u", inputs: [png, jpeg], mask: png };
    expect(bodyOf(call, target("gpt-image-2"))).toEqual({
      model: "gpt-image-2",
      prompt: "x",
      n: 1,
      size: "1536x1024",
      quality: "medium",
      output_format: "png",
      user: "u",
      images: [{ image_url: pngUrl }, { image_url: jpegUrl }],
      mask: { image_url: pngUrl },
    });
    expect(bodyOf({ prompt: "x", count: 1, inputs: [png] }, target("gpt-image-2"))).not.toHaveProperty("mask");
  });

  test("gives Grok one image, or several under another name", () => {
    const rest = { model: "grok-imagine-image", prompt: "x", n: 1, response_format: "b64_json" };
    expect(bodyOf({ prompt: "x", count: 1, inputs: [jpeg] }, target("grok-imagine-image"))).toEqual({
      ...rest,
      image: { type: "image_url", url: jpegUrl },
    });
    expect(bodyOf({ prompt: "x", count: 1, inputs: [png, jpeg] }, target("grok-imagine-image"))).toEqual({
      ...rest,
      images: [
        { type: "image_url", url: pngUrl },
        { type: "image_url", url: jpegUrl },
      ],
    });
  });

  test("is known of the models that make one, by their names or the catalog's word", () => {
    const edits = (model: string, quirks?: Record<string, unknown>) =>
      openAiImages.edits?.(target(model, quirks))?.mask;
    expect(["gpt-image-2", "grok-imagine-image", "dall-e-3", "sdxl"].map((model) => edits(model))).toEqual([
      true,
      false,
      undefined,
      undefined,
    ]);
    expect(edits("my-deployment", { image_style: "gpt-image" })).toBe(true);
    expect(edits("gpt-image-2", { image_edits: false })).toBeUndefined();
  });
});

describe("an images answer", () => {
  test("has bytes, whose type is detected, or URLs", () => {
    expect(
      read(
        {
          data: [
            { b64_json: b64 },
            { b64_json: JPEG.toString("base64") },
            { url: "https://cdn.test/1.png" },
            { url: `data:image/png;base64,${b64}` },
          ],
        },
        4,
      ),
    ).toEqual({
      images: [
        { kind: "bytes", bytes: PNG, contentType: "image/png" },
        { kind: "bytes", bytes: JPEG, contentType: "image/jpeg" },
        { kind: "url", url: "https://cdn.test/1.png" },
        { kind: "bytes", bytes: PNG, contentType: "image/png" },
      ],
    });
  });

  test("with fewer than requested says why, as far as known", () => {
    expect(read({ data: [{ b64_json: b64 }, { url: "https://x.test", respect_moderation: false }] }, 2)).toEqual({
      images: [expect.anything()],
      missing: expect.stringContaining("moderation"),
    });
    expect(read({ data: [{ b64_json: b64 }] }, 3)).toEqual({
      images: [expect.anything()],
      missing: "The provider made 1 of 3 images and gave no reason.",
    });
  });

  test.each<[string, unknown, string]>([
    ["all taken by a filter", { data: [{ respect_moderation: false }] }, "content_policy"],
    ["an error with status 200", { error: { message: "no", code: "moderation_blocked" } }, "content_policy"],
    ["no list", { created: 1 }, "malformed"],
    ["nothing", null, "malformed"],
    ["bytes of something else", { data: [{ b64_json: Buffer.from("<html>").toString("base64") }] }, "malformed"],
  ])("with %s fails", (_, body, kind) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ kind }));
  });
});
