/**
 * Checks the images that our own clients send, for edits and as first frames. The vendors' clients are checked beside
 * each format.
 */
import { silentLog, systemClock } from "@cenote/core";
import {
  createHttp,
  createMediaClient,
  FAMILIES,
  type ImageCall,
  type InputImage,
  type Target,
} from "@cenote/providers";
import { withSimulator } from "./testing/with-simulator";
import { makeMp4 } from "./media/mp4";
import { makePng } from "./media/png";

const http = createHttp();
const simulator = withSimulator();

afterAll(async () => {
  await http.close();
});

const OPTIONS = {
  limits: { connectMs: 5_000, firstContentMs: 5_000, idleMs: 5_000, totalMs: 10_000 },
  signal: new AbortController().signal,
};
const clientOf = (kind: string) => createMediaClient(FAMILIES.get(kind)!, { http, clock: systemClock, log: silentLog });
const png = (seed: number) => ({ bytes: makePng(640, 480, seed), contentType: "image/png" });

test.each([
  { model: "gpt-image-2", kind: "openai-compatible", at: "/openai/v1", mask: png(1), side: 1024 },
  { model: "grok-imagine-image", kind: "openai-compatible", at: "/xai/v1", mask: undefined, side: 640 },
  { model: "gemini-3.1-flash-image", kind: "google", at: "/google", mask: undefined, side: 640 },
])("$model makes another image of each that it is given", async ({ model, kind, at, mask, side }) => {
  const client = clientOf(kind);
  const target = { provider: "p", baseUrl: `${simulator.url}${at}`, apiKey: "key", model };
  const make = async (given: Partial<ImageCall>) => {
    const [image] = (await client.makeImages({ prompt: "x", count: 1, ...given }, target, OPTIONS)).images;
    return image?.kind === "bytes" ? image.bytes : Buffer.alloc(0);
  };
  const masked = mask === undefined ? {} : { mask };
  const made = await Promise.all([
    make({}),
    make({ inputs: [png(1)], ...masked }),
    make({ inputs: [png(2)] }),
    make({ inputs: [png(1), png(2)] }),
    make({ inputs: [png(2), png(1)] }),
  ]);
  expect(new Set(made.map((bytes) => bytes.toString("base64"))).size).toBe(5);
  expect(made[1]?.readUInt32BE(16)).toBe(side);
});

describe.each<Pick<Target, "model" | "quirks"> & { kind: string; aspectRatio: string; durationS: number }>([
  {
    kind: "fal",
    model: "fal-ai/veo3.1",
    quirks: { first_frame: "fal-ai/veo3.1/image-to-video" },
    aspectRatio: "9:16",
    durationS: 6,
  },
  {
    kind: "fal",
    model: "fal-ai/luma-dream-machine/ray-2",
    quirks: { first_frame: "fal-ai/luma-dream-machine/ray-2/image-to-video" },
    aspectRatio: "3:4",
    durationS: 5,
  },
  {
    kind: "fal",
    model: "fal-ai/kling-video/v2.6/pro/text-to-video",
    quirks: { first_frame: "fal-ai/kling-video/v2.6/pro/image-to-video" },
    aspectRatio: "480:640",
    durationS: 5,
  },
  {
    kind: "fal",
    model: "fal-ai/minimax/hailuo-02/standard/text-to-video",
    quirks: { first_frame: "fal-ai/minimax/hailuo-02/standard/image-to-video" },
    aspectRatio: "480:640",
    durationS: 6,
  },
  { kind: "google", model: "veo-3.1-generate-001", aspectRatio: "9:16", durationS: 8 },
  { kind: "runway", model: "gen4.5", aspectRatio: "3:4", durationS: 5 },
  { kind: "kling", model: "kling-v2-6", aspectRatio: "480:640", durationS: 5 },
  { kind: "minimax", model: "MiniMax-Hailuo-02", aspectRatio: "480:640", durationS: 6 },
  {
    kind: "replicate",
    model: "minimax/hailuo-02",
    quirks: { first_frame_field: "first_frame_image" },
    aspectRatio: "16:9",
    durationS: 6,
  },
])("a video of $model over $kind", ({ kind, model, quirks, aspectRatio, durationS }) => {
  const client = clientOf(kind);
  const target = (): Target => ({
    provider: kind,
    baseUrl: `${simulator.url}/${kind}`,
    apiKey: "key",
    model,
    ...(quirks && { quirks }),
  });
  const submit = (firstFrame: InputImage | undefined) =>
    client.submitVideo(
      { prompt: "x [[sim polls=0]]", durationS, ...(firstFrame && { firstFrame }) },
      target(),
      OPTIONS,
    );
  const portrait = (seed: number): InputImage => ({ bytes: makePng(480, 640, seed), contentType: "image/png" });
  const make = async (firstFrame: InputImage | undefined) => {
    const made = await client.pollVideo(await submit(firstFrame), target(), OPTIONS);
    if (made.state !== "completed") throw new Error(JSON.stringify(made));
    return Buffer.from(await (await fetch(made.video.url, { headers: { ...made.video.headers } })).arrayBuffer());
  };

  test("is another one of each image, and has the shape that comes of it", async () => {
    const made = await Promise.all([make(undefined), make(portrait(1)), make(portrait(2)), make(portrait(1))]);
    expect(new Set(made.map((bytes) => bytes.toString("base64"))).size).toBe(3);
    expect(made[1]).toHaveLength(makeMp4({ aspectRatio, durationS, seed: 1 }).length);
  });
});

test.each<Pick<Target, "model" | "quirks"> & { kind: string; bytes: Buffer; contentType?: string; message: string }>([
  {
    kind: "fal",
    model: "fal-ai/veo3.1",
    quirks: { first_frame: "fal-ai/veo3.1/image-to-video" },
    bytes: Buffer.from("<html>"),
    message: "body.image_url: Failed to load the image",
  },
  { kind: "google", model: "veo-3.1-generate-001", bytes: Buffer.from("<html>"), message: "Unable to process" },
  { kind: "runway", model: "gen4_turbo", bytes: makePng(900, 100, 1), message: "aspect ratio" },
  { kind: "kling", model: "kling-v2-6", bytes: makePng(640, 200, 1), message: "less than 300px" },
  { kind: "kling", model: "kling-v2-6", bytes: makePng(900, 300, 1), message: "between 1:2.5 and 2.5:1" },
  { kind: "kling", model: "kling-v2-6", bytes: Buffer.from("<html>"), message: "jpg, jpeg or png" },
  { kind: "minimax", model: "MiniMax-Hailuo-02", bytes: makePng(640, 300, 1), message: "greater than 300px" },
  {
    kind: "minimax",
    model: "MiniMax-Hailuo-02",
    bytes: makePng(640, 480, 1),
    contentType: "image/webp",
    message: "is not a valid image",
  },
])(
  "an image that $kind does not take is refused: $message",
  async ({ kind, model, quirks, bytes, contentType = "image/png", message }) => {
    const target = {
      provider: kind,
      baseUrl: `${simulator.url}/${kind}`,
      apiKey: "key",
      model,
      ...(quirks && { quirks }),
    };
    const durationS = kind === "runway" || kind === "kling" ? 5 : 6;
    await expect(
      clientOf(kind).submitVideo({ prompt: "x", durationS, firstFrame: { bytes, contentType } }, target, OPTIONS),
    ).rejects.toMatchObject({ kind: "rejected", message: expect.stringContaining(message) });
  },
);
