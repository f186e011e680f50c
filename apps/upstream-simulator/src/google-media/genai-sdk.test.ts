/**
 * Checks the simulator's images and videos with Google's own client, in version 2, the last version that makes these
 * calls over the Gemini API.
 */
import { ApiError, type GenerateVideosOperation, GoogleGenAI } from "google-genai-2";
import { withSimulator } from "../testing/with-simulator";
import { makeMp4 } from "../media/mp4";
import { makePng } from "../media/png";

const simulator = withSimulator();
const client = (apiKey = "key") =>
  new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl: `${simulator.url}/google` } });
const VEO = "veo-3.1-generate-001";

beforeAll(async () => {
  jest.spyOn(console, "warn").mockImplementation(() => {});
});
afterAll(async () => {
  jest.restoreAllMocks();
});

const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error(`it did not fail as expected: ${String(error)}`);
};
const sizeOf = (base64 = ""): number[] => {
  const png = Buffer.from(base64, "base64");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
};
const submit = (prompt: string, config = {}) =>
  client().models.generateVideos({ model: VEO, source: { prompt }, config });
const poll = (operation: GenerateVideosOperation) => client().operations.getVideosOperation({ operation });
const finish = async (prompt: string) => {
  let operation = await submit(prompt);
  for (let polls = 0; polls < 5 && operation.done !== true; polls++) operation = await poll(operation);
  return operation;
};

describe("Imagen", () => {
  const generate = (prompt: string, config = {}) =>
    client().models.generateImages({ model: "imagen-4.0-generate-001", prompt, config });

  it("generates the requested number, in the requested aspect ratio", async () => {
    const { generatedImages } = await generate("A cenote", { numberOfImages: 3, aspectRatio: "16:9" });
    expect(generatedImages?.map((one) => sizeOf(one.image?.imageBytes))).toEqual([
      [1408, 792],
      [1408, 792],
      [1408, 792],
    ]);
    expect(generatedImages?.[0]?.image?.mimeType).toBe("image/png");
  });

  it("reports images a filter removed", async () => {
    const { generatedImages } = await generate("x [[sim made=1]]", { numberOfImages: 3, includeRaiReason: true });
    expect(generatedImages?.map((one) => one.raiFilteredReason !== undefined)).toEqual([false, true, true]);
  });

  it("rejects five at once and other aspect ratios", async () => {
    expect(await failure(generate("x", { numberOfImages: 5 }))).toMatchObject({ status: 400 });
    expect((await failure(generate("x", { aspectRatio: "7:1" }))).message).toContain("aspectRatio");
  });
});

describe("a Gemini image model", () => {
  const generate = (prompt: string) =>
    client().models.generateContent({
      model: "gemini-3.1-flash-image",
      contents: prompt,
      config: { responseModalities: ["IMAGE"], imageConfig: { aspectRatio: "4:5" } },
    });

  it("answers with an image instead of text", async () => {
    const answer = await generate("A cenote");
    expect(sizeOf(answer.candidates?.[0]?.content?.parts?.[0]?.inlineData?.data)).toEqual([1126, 1408]);
    expect(answer.usageMetadata?.candidatesTokenCount).toBe(1290);
  });

  const given = (bytes: Buffer, mimeType = "image/png") => ({
    inlineData: { data: bytes.toString("base64"), mimeType },
  });
  const edit = (...images: readonly object[]) =>
    client().models.generateContent({
      model: "gemini-3.1-flash-image",
      contents: [{ role: "user", parts: [...images, { text: "x" }] }],
      config: { responseModalities: ["IMAGE"] },
    });

  it("edits the images it is given, in the first one's shape", async () => {
    const [one, again, other] = await Promise.all([
      edit(given(makePng(640, 480, 1))),
      edit(given(makePng(640, 480, 1))),
      edit(given(makePng(640, 480, 1)), given(makePng(8, 8, 1))),
    ]);
    const dataOf = (answer: typeof one) => answer.candidates?.[0]?.content?.parts?.[0]?.inlineData?.data;
    expect(sizeOf(dataOf(one))).toEqual([640, 480]);
    expect(dataOf(one)).toBe(dataOf(again));
    expect(dataOf(one)).not.toBe(dataOf(other));
    expect((other.usageMetadata?.promptTokenCount ?? 0) - (one.usageMetadata?.promptTokenCount ?? 0)).toBe(1120);
  });

  it("rejects what is no image, another type and fifteen images", async () => {
    expect((await failure(edit(given(Buffer.from("<html>"))))).message).toContain("Unable to process input image");
    expect((await failure(edit(given(makePng(8, 8, 1), "image/gif")))).message).toContain("image/gif");
    expect(await failure(edit(...Array.from({ length: 15 }, () => given(makePng(8, 8, 1)))))).toMatchObject({
      status: 400,
    });
  });

  it("answers without one", async () => {
    expect((await generate("x [[sim refuse]]")).candidates?.[0]).toMatchObject({ finishReason: "IMAGE_SAFETY" });
    expect((await generate("x [[sim made=0]]")).candidates?.[0]).toMatchObject({ finishReason: "NO_IMAGE" });
    expect((await generate('x [[sim made=0 text="I can only talk."]]')).text).toBe("I can only talk.");
  });
});

describe("Veo", () => {
  it("renders for a while, then returns a file URL that needs the key and redirects to the bytes", async () => {
    const begun = await submit("A cenote [[sim polls=2]]", { durationSeconds: 4, aspectRatio: "9:16" });
    expect(begun.name).toMatch(/^models\/veo-3\.1-generate-001\/operations\/[0-9a-f]{24}$/);
    const polled = [await poll(begun), await poll(begun), await poll(begun)];
    expect(polled.map((operation) => operation.done === true)).toEqual([false, false, true]);
    const uri = polled[2]?.response?.generatedVideos?.[0]?.video?.uri ?? "";
    expect((await fetch(uri)).status).toBe(403);
    const file = await fetch(uri, { headers: { "x-goog-api-key": "key" } });
    expect(file.redirected).toBe(true);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes).toHaveLength(makeMp4({ aspectRatio: "9:16", durationS: 4, seed: 1 }).length);
  });

  it("begins with the image that it is given", async () => {
    const make = async (seed: number) => {
      const begun = await client().models.generateVideos({
        model: VEO,
        source: {
          prompt: "A cenote [[sim polls=0]]",
          image: { imageBytes: makePng(640, 480, seed).toString("base64"), mimeType: "image/png" },
        },
      });
      const uri = (await poll(begun)).response?.generatedVideos?.[0]?.video?.uri ?? "";
      return Buffer.from(await (await fetch(uri, { headers: { "x-goog-api-key": "key" } })).arrayBuffer());
    };
    const [one, again, other] = await Promise.all([make(1), make(1), make(2)]);
    expect(one).toEqual(again);
    expect(one).not.toEqual(other);
  });

  it("rejects an image that is none, of another type, or written as Gemini takes them", async () => {
    const submitImage = (imageBytes: string, mimeType: string) =>
      client().models.generateVideos({ model: VEO, source: { prompt: "x", image: { imageBytes, mimeType } } });
    const png = makePng(8, 8, 1).toString("base64");
    expect((await failure(submitImage("R0lGODlh", "image/png"))).message).toContain("Unable to process input image");
    expect((await failure(submitImage(png, "image/gif"))).message).toContain("Unsupported MIME type");
    const answer = await fetch(`${simulator.url}/google/v1beta/models/${VEO}:predictLongRunning`, {
      method: "POST",
      headers: { "x-goog-api-key": "key" },
      body: JSON.stringify({
        instances: [{ prompt: "x", image: { inlineData: { mimeType: "image/png", data: png } } }],
      }),
    });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining("`inlineData` isn't supported"),
    ]);
  });

  it("can fail, be filtered, or end without a video", async () => {
    expect((await finish('x [[sim outcome=failed message="No luck."]]')).error).toEqual({
      code: 13,
      message: "No luck.",
    });
    const filtered = await finish("x [[sim outcome=filtered]]");
    expect(filtered.response).toMatchObject({
      raiMediaFilteredCount: 1,
      raiMediaFilteredReasons: [expect.any(String)],
    });
    expect(filtered.response?.generatedVideos).toBeUndefined();
    expect(await finish("x [[sim outcome=empty]]")).toMatchObject({ done: true, response: {} });
  });

  it("can fail polls, and forget jobs", async () => {
    const flaky = await submit("x [[sim poll_errors=1 polls=0]]");
    expect(await failure(poll(flaky))).toMatchObject({ status: 503 });
    expect((await poll(flaky)).done).toBe(true);
    expect(await failure(poll(await submit("x [[sim polls=0 outcome=forgotten]]")))).toMatchObject({ status: 404 });
  });

  it.each([{ durationSeconds: 5 }, { aspectRatio: "1:1" }])("rejects %j", async (config) => {
    expect(await failure(submit("x", config))).toMatchObject({ status: 400 });
  });
});

it("rejects wrong keys and models", async () => {
  expect(
    (await failure(client("invalid").models.generateVideos({ model: VEO, source: { prompt: "x" } }))).message,
  ).toContain("API key not valid");
  expect(
    await failure(client().models.generateVideos({ model: "missing-model", source: { prompt: "x" } })),
  ).toMatchObject({ status: 404 });
});
