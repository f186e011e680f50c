import type { ImageCall, VideoCall } from "../media/media-spec";
import { pngHead, VIDEO_CALL } from "../testing/job-protocol";
import type { Target } from "../target";
import { google } from "./adapter";
import { googleImages } from "./images";
import { googleVideos } from "./videos";

const target = (model: string): Target => ({
  provider: "google",
  baseUrl: "https://generativelanguage.googleapis.com",
  apiKey: "AIza-secret",
  model,
});
const IMAGEN = target("imagen-4.0-generate-001");
const GEMINI = target("gemini-3.1-flash-image");
const VEO = target("veo-3.1-generate-001");
const b64 = Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1").toString("base64");
const image = { kind: "bytes", contentType: "image/png", bytes: Buffer.from(b64, "base64") };

test("Gemini is given the images to edit before the words, Imagen takes none", () => {
  const inputs = [
    { bytes: Buffer.from(b64, "base64"), contentType: "image/png" },
    { bytes: Buffer.from("webp"), contentType: "image/webp" },
  ];
  const { body = "" } = googleImages.toRequest({ prompt: "x", count: 1, inputs }, GEMINI);
  expect(JSON.parse(body)).toMatchObject({
    contents: [
      {
        role: "user",
        parts: [
          { inlineData: { mimeType: "image/png", data: b64 } },
          { inlineData: { mimeType: "image/webp", data: Buffer.from("webp").toString("base64") } },
          { text: "x" },
        ],
      },
    ],
  });
  expect([googleImages.edits?.(GEMINI), googleImages.edits?.(IMAGEN)]).toEqual([{ mask: false }, undefined]);
});

test("the family supports images and videos", () => {
  expect([google.images, google.videos]).toEqual([googleImages, googleVideos]);
});

describe("Imagen", () => {
  const read = (body: unknown, count: number) => googleImages.fromAnswer(body, { prompt: "x", count }, IMAGEN);

  test("is asked for up to four images, in one of its aspect ratios", () => {
    const request = googleImages.toRequest({ prompt: "x", count: 3, size: "1024x768" }, IMAGEN);
    expect(request).toMatchObject({
      method: "POST",
      url: "https://generativelanguage.googleapis.com/v1beta/models/imagen-4.0-generate-001:predict",
      headers: { "x-goog-api-key": "AIza-secret" },
    });
    expect(JSON.parse(request.body ?? "")).toEqual({
      instances: [{ prompt: "x" }],
      parameters: { sampleCount: 3, aspectRatio: "4:3", includeRaiReason: true },
    });
    expect(googleImages.maxPerCall(IMAGEN)).toBe(4);
  });

  test("reports why some are missing", () => {
    expect(
      read(
        {
          predictions: [
            { bytesBase64Encoded: b64, mimeType: "image/png" },
            { raiFilteredReason: "People." },
            { raiFilteredReason: "People." },
          ],
        },
        3,
      ),
    ).toEqual({ images: [image], missing: "People." });
    expect(read({ predictions: [{ bytesBase64Encoded: b64 }] }, 2)).toEqual({
      images: [image],
      missing: expect.stringContaining("filter"),
    });
  });

  test.each([
    [{ predictions: [{ raiFilteredReason: "People." }] }, "People."],
    [{}, "filter"],
    [null, "filter"],
  ])("that returned nothing is a refusal: %j", (body, message) => {
    expect(() => read(body, 1)).toThrow(
      expect.objectContaining({ kind: "content_policy", message: expect.stringContaining(message) }),
    );
  });
});

describe("a Gemini image model", () => {
  const call: ImageCall = { prompt: "x", count: 1 };
  const read = (body: unknown) => googleImages.fromAnswer(body, call, GEMINI);
  const candidate = (parts: readonly object[], rest = {}) => ({
    candidates: [{ content: { role: "model", parts }, finishReason: "STOP", ...rest }],
  });

  test("is asked for an image instead of text", () => {
    const request = googleImages.toRequest({ ...call, size: "1344x768" }, GEMINI);
    expect(request.url).toBe(
      "https://generativelanguage.googleapis.com/v1beta/models/gemini-3.1-flash-image:generateContent",
    );
    expect(JSON.parse(request.body ?? "")).toEqual({
      contents: [{ role: "user", parts: [{ text: "x" }] }],
      generationConfig: { responseModalities: ["IMAGE"], imageConfig: { aspectRatio: "16:9" } },
    });
    expect(googleImages.maxPerCall(GEMINI)).toBe(1);
  });

  test("returns the image, without its drafts", () => {
    expect(
      read(
        candidate([
          { thought: true, inlineData: { data: b64 } },
          { text: "Here." },
          { inlineData: { mimeType: "image/png", data: b64 } },
        ]),
      ),
    ).toEqual({ images: [image] });
  });

  test.each<[object | null, object]>([
    [
      { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } },
      { kind: "content_policy", message: "The prompt was blocked (PROHIBITED_CONTENT)." },
    ],
    [
      { candidates: [{ finishReason: "IMAGE_SAFETY", finishMessage: "Filtered out." }] },
      { kind: "content_policy", message: "Filtered out." },
    ],
    [
      { candidates: [{ finishReason: "NO_IMAGE" }] },
      { kind: "malformed", message: "The model made no image (NO_IMAGE)." },
    ],
    [candidate([{ text: "I can " }, { text: "only talk." }]), { kind: "malformed", message: "I can only talk." }],
    [null, { kind: "malformed" }],
  ])("without an image, %j", (body, error) => {
    expect(() => read(body)).toThrow(expect.objectContaining(error));
  });
});

describe("Veo", () => {
  const NAME = "models/veo-3.1-generate-001/operations/abc123";
  const poll = (body: unknown, status = 200) => googleVideos.fromPoll(status, body, NAME, VEO);
  const done = (generateVideoResponse: object) => poll({ name: NAME, done: true, response: { generateVideoResponse } });

  test("gets the length as a number", () => {
    const request = googleVideos.toSubmit({ prompt: "x", durationS: 6, aspectRatio: "9:16" }, VEO);
    expect(request).toMatchObject({
      method: "POST",
      url: "https://generativelanguage.googleapis.com/v1beta/models/veo-3.1-generate-001:predictLongRunning",
      headers: { "x-goog-api-key": "AIza-secret" },
    });
    expect(JSON.parse(request.body ?? "")).toEqual({
      instances: [{ prompt: "x" }],
      parameters: { durationSeconds: 6, aspectRatio: "9:16" },
    });
  });

  test("is polled by its operation, whatever the base URL", () => {
    expect(googleVideos.fromSubmit({ name: NAME }, VIDEO_CALL, VEO)).toBe(NAME);
    expect(googleVideos.toPoll(NAME, VEO)).toMatchObject({
      method: "GET",
      url: `https://generativelanguage.googleapis.com/v1beta/${NAME}`,
    });
    expect(googleVideos.toPoll(NAME, { ...VEO, baseUrl: "http://127.0.0.1:9/google/v1beta" }).url).toBe(
      `http://127.0.0.1:9/google/v1beta/${NAME}`,
    );
    expect(googleVideos).not.toHaveProperty("cancel");
  });

  test.each<[Partial<VideoCall>, object]>([
    [{}, { durationSeconds: 8, aspectRatio: "9:16" }],
    [{ aspectRatio: "16:9" }, { durationSeconds: 8, aspectRatio: "16:9" }],
  ])("gets the image to begin with, in its shape where the call chooses none: %j", (over, parameters) => {
    const firstFrame = pngHead(720, 1280);
    const { body = "" } = googleVideos.toSubmit({ prompt: "x", durationS: 8, firstFrame, ...over }, VEO);
    expect(JSON.parse(body)).toEqual({
      instances: [
        {
          prompt: "x",
          image: { bytesBase64Encoded: firstFrame.bytes.toString("base64"), mimeType: "image/png" },
        },
      ],
      parameters,
    });
    expect(googleVideos.takesFirstFrame?.(VEO)).toBe(true);
  });

  test.each([
    [{}],
    [null],
    [{ name: 1 }],
    [{ name: "" }],
    [{ name: "../../secrets" }],
    [{ name: "https://evil.test/x" }],
    [{ name: "models/x?y" }],
    [{ name: "models/../x" }],
    [{ name: `models/x/operations/${"x".repeat(512)}` }],
  ])("does not accept %j as an operation", (body) => {
    expect(() => googleVideos.fromSubmit(body, VIDEO_CALL, VEO)).toThrow(
      expect.objectContaining({ kind: "malformed" }),
    );
  });

  test.each([[{ name: NAME }], [{ name: NAME, done: false }], [{ name: NAME, metadata: {} }]])(
    "is running with %j",
    (body) => {
      expect(poll(body)).toEqual({ state: "running" });
    },
  );

  test("names a file that our key opens, only at its own origin", () => {
    const uri = "https://generativelanguage.googleapis.com/v1beta/files/f1:download?alt=media";
    expect(done({ generatedSamples: [{ video: { uri } }] })).toEqual({
      state: "completed",
      video: { url: uri, headers: { "x-goog-api-key": "AIza-secret" }, lifetimeMs: 172_800_000 },
    });
    for (const elsewhere of [
      "https://evil.test/f1",
      "https://generativelanguage.googleapis.com.evil.test/f1",
      "http://generativelanguage.googleapis.com/f1",
      "not a url",
    ]) {
      expect(done({ generatedSamples: [{ video: { uri: elsewhere } }] })).toEqual({
        state: "completed",
        video: { url: elsewhere, lifetimeMs: 172_800_000 },
      });
    }
  });

  test("fails with its error, with a filter, or without a video", () => {
    expect(poll({ done: true, error: { code: 13, message: "No luck." } })).toEqual({
      state: "failed",
      message: "No luck.",
    });
    expect(poll({ done: true, error: { code: 13 } })).toEqual({
      state: "failed",
      message: expect.stringContaining("13"),
    });
    expect(done({ raiMediaFilteredCount: 1, raiMediaFilteredReasons: ["Not this."] })).toEqual({
      state: "failed",
      message: "Not this.",
    });
    expect(done({ raiMediaFilteredCount: 1 })).toEqual({ state: "failed", message: expect.stringContaining("filter") });
    expect(done({ generatedSamples: [] })).toEqual({
      state: "failed",
      message: "The provider finished without a video.",
    });
    expect(poll({ done: true })).toEqual({ state: "failed", message: "The provider finished without a video." });
  });

  test.each<[string, object, string]>([
    [
      "an error whose message is no text",
      { error: { code: 13, message: { text: "x" } } },
      "The provider failed (code 13).",
    ],
    ["an error that is text", { error: "No luck." }, "The provider failed (code unknown)."],
    ["nothing but null", { error: null, response: null }, "The provider finished without a video."],
    [
      "lists that are none",
      { response: { generateVideoResponse: { generatedSamples: { 0: 1 }, raiMediaFilteredReasons: "x" } } },
      "The provider finished without a video.",
    ],
    [
      "samples without their parts",
      { response: { generateVideoResponse: { generatedSamples: [null, { video: { uri: 7 } }] } } },
      "The provider finished without a video.",
    ],
  ])("fails with %s: a job that is done is never asked for again", (_, body, message) => {
    expect(poll({ name: NAME, done: true, ...body })).toEqual({ state: "failed", message });
  });

  test("fails if its operation is gone, and with no other error of a poll", () => {
    expect(poll({ error: { code: 404, message: "Operation not found", status: "NOT_FOUND" } }, 404)).toEqual({
      state: "failed",
      message: "Operation not found",
    });
    expect([poll({}, 404), poll(null, 410)]).toEqual(
      [404, 410].map(() => ({ state: "failed", message: "The provider no longer knows the job." })),
    );
    for (const [status, kind] of [
      [500, "server"],
      [503, "server"],
      [429, "rate_limited"],
      [401, "credentials"],
    ] as const) {
      expect(() => poll({ error: { code: status, message: "m" } }, status)).toThrow(expect.objectContaining({ kind }));
    }
  });
});
