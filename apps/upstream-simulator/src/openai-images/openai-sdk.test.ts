/** Checks the simulator's images with OpenAI's own client. */
import OpenAI, { APIError, toFile } from "openai";
import { withSimulator } from "../testing/with-simulator";
import { makePng } from "../media/png";

const simulator = withSimulator();
const client = (provider = "openai", apiKey = "sk-test") =>
  new OpenAI({ apiKey, baseURL: `${simulator.url}/${provider}/v1`, maxRetries: 0 });

const failure = async (promise: Promise<unknown>): Promise<APIError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof APIError) return error;
  throw new Error("it did not fail");
};
const sizeOf = (base64 = ""): number[] => {
  const png = Buffer.from(base64, "base64");
  expect(png.subarray(0, 8)).toEqual(makePng(8, 8, 0).subarray(0, 8));
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
};

describe("a GPT image model", () => {
  it("returns bytes, a different image each time, and the settings it used", async () => {
    const beforeS = Math.floor(Date.now() / 1000);
    const answer = await client().images.generate({
      model: "gpt-image-1.5",
      prompt: "A cenote",
      n: 2,
      size: "1536x1024",
      quality: "high",
    });
    expect(answer.data).toHaveLength(2);
    expect(answer.data?.map((image) => sizeOf(image.b64_json))).toEqual([
      [1536, 1024],
      [1536, 1024],
    ]);
    expect(answer.data?.[0]?.b64_json).not.toBe(answer.data?.[1]?.b64_json);
    expect(answer).toMatchObject({
      size: "1536x1024",
      quality: "high",
      output_format: "png",
      usage: { output_tokens: 2 * 4160 },
    });
    expect(answer.created).toBeGreaterThanOrEqual(beforeS);
    expect(answer.created).toBeLessThanOrEqual(Date.now() / 1000);
  });

  it.each<[string, object, object]>([
    [
      "the field it does not know",
      { response_format: "b64_json" },
      { code: "unknown_parameter", param: "response_format" },
    ],
    ["a size it has not", { size: "1792x1024" }, { code: "invalid_value", param: "size" }],
    ["a quality of others", { quality: "hd" }, { code: "invalid_value", param: "quality" }],
    ["more than ten", { n: 11 }, { code: "integer_above_max_value", param: "n" }],
  ])("rejects %s", async (_, extra, told) => {
    expect(await failure(client().images.generate({ model: "gpt-image-1.5", prompt: "x", ...extra }))).toMatchObject({
      status: 400,
      ...told,
    });
  });

  it("can reject by policy, and generate fewer if directed to", async () => {
    expect(await failure(client().images.generate({ model: "gpt-image-2", prompt: "x [[sim refuse]]" }))).toMatchObject(
      { status: 400, code: "moderation_blocked" },
    );
    expect(
      (await client().images.generate({ model: "gpt-image-2", prompt: "x [[sim made=1]]", n: 3 })).data,
    ).toHaveLength(1);
  });
});

describe("an edit", () => {
  const png = makePng(640, 480, 1);
  const file = (bytes: Buffer = png, type = "image/png") => toFile(bytes, "image", { type });
  const edit = async (image: OpenAI.ImageEditParams["image"], extra: object = {}) =>
    client().images.edit({ model: "gpt-image-2", prompt: "x", image, ...extra });

  it("returns an image that other images, or others of them, would not have made, of the first one's size", async () => {
    const answer = await edit([await file(), await file(makePng(8, 8, 2))], { quality: "low", n: 2 });
    expect(answer.data?.map((image) => sizeOf(image.b64_json))).toEqual([
      [640, 480],
      [640, 480],
    ]);
    expect(answer.usage?.input_tokens_details.image_tokens).toBe(4 * 1024);
    const made = async (...given: readonly Buffer[]) =>
      (await edit(await Promise.all(given.map((bytes) => file(bytes))))).data?.[0]?.b64_json;
    const [first, again, other] = [await made(png), await made(png), await made(makePng(640, 480, 2))];
    expect(first).toBe(again);
    expect(first).not.toBe(other);
  });

  it("takes the same as JSON, with the same result", async () => {
    const form = await edit(await file(), { mask: await file(), size: "1024x1024" });
    const reference = { image_url: `data:image/png;base64,${png.toString("base64")}` };
    const json = await client().post<OpenAI.ImagesResponse>("/images/edits", {
      body: { model: "gpt-image-2", prompt: "x", size: "1024x1024", images: [reference], mask: reference },
    });
    expect(json.data).toEqual(form.data);
    expect(sizeOf(json.data?.[0]?.b64_json)).toEqual([1024, 1024]);
  });

  it.each<[string, () => Promise<unknown>, object]>([
    ["no image", () => edit([]), { status: 400, param: "image", code: "missing_required_parameter" }],
    [
      "an image of no image's type",
      async () => edit(await file(png, "text/plain")),
      { status: 400, param: "image", code: "unsupported_file_mimetype" },
    ],
    [
      "bytes that are no image",
      async () => edit(await file(Buffer.from("<html>"))),
      { status: 400, param: "image", code: "invalid_image_file" },
    ],
    [
      "seventeen images",
      async () => edit(await Promise.all(Array.from({ length: 17 }, () => file()))),
      { status: 400, param: "image", code: "array_above_max_length" },
    ],
    [
      "a mask of another size",
      async () => edit(await file(), { mask: await file(makePng(8, 8, 1)) }),
      { status: 400, param: "mask", code: "invalid_image_file" },
    ],
    [
      "a field of a generation that is wrong there, too",
      async () => edit(await file(), { quality: "hd" }),
      { status: 400, param: "quality" },
    ],
    ["a model that edits none", async () => edit(await file(), { model: "dall-e-3" }), { status: 400, param: "model" }],
  ])("rejects %s", async (_, call, told) => {
    expect(await failure(call())).toMatchObject(told);
  });

  it("fails as directed, and by policy", async () => {
    const image = await file();
    expect(await failure(edit(image, { prompt: "[[sim fault=status status=503]]" }))).toMatchObject({ status: 503 });
    expect(await failure(edit(image, { prompt: "[[sim refuse]]" }))).toMatchObject({ code: "moderation_blocked" });
  });
});

describe("an edit by Grok", () => {
  const reference = (seed: number) => ({
    type: "image_url",
    url: `data:image/png;base64,${makePng(640, 480, seed).toString("base64")}`,
  });
  const edit = (given: object) =>
    client("xai").post<OpenAI.ImagesResponse>("/images/edits", {
      body: { model: "grok-imagine-image", prompt: "x", response_format: "b64_json", ...given },
    });

  it("takes one image or several, and keeps the first one's shape unless asked for another", async () => {
    const [one, two, square] = await Promise.all([
      edit({ image: reference(1) }),
      edit({ images: [reference(1), reference(2)] }),
      edit({ image: reference(1), aspect_ratio: "1:1" }),
    ]);
    expect([one, two, square].map(({ data }) => sizeOf(data?.[0]?.b64_json))).toEqual([
      [640, 480],
      [640, 480],
      [1024, 1024],
    ]);
    expect(one.data?.[0]?.b64_json).not.toBe(two.data?.[0]?.b64_json);
  });

  it("rejects a form, none and four", async () => {
    const image = await toFile(makePng(8, 8, 1), "image", { type: "image/png" });
    const form = client("xai").images.edit({ model: "grok-imagine-image", prompt: "x", image });
    expect(await failure(form)).toMatchObject({ status: 415 });
    expect(await failure(edit({}))).toMatchObject({ status: 400, param: "images" });
    expect(await failure(edit({ images: [1, 2, 3, 4].map(reference) }))).toMatchObject({
      status: 400,
      param: "images",
    });
  });
});

describe("DALL-E 3", () => {
  it("generates one image, inline or as a URL", async () => {
    const asBytes = { response_format: "b64_json" as const };
    const bytes = await client().images.generate(
      Object.assign({ model: "dall-e-3", prompt: "x", size: "1792x1024" as const, quality: "hd" as const }, asBytes),
    );
    expect(sizeOf(bytes.data?.[0]?.b64_json)).toEqual([1792, 1024]);
    const linked = await client().images.generate({ model: "dall-e-3", prompt: "x" });
    const file = await fetch(linked.data?.[0]?.url ?? "");
    expect(file.headers.get("content-type")).toBe("image/png");
    expect(linked.data?.[0]?.revised_prompt).toBe("x");
  });

  it("rejects two at once", async () => {
    expect(await failure(client().images.generate({ model: "dall-e-3", prompt: "x", n: 2 }))).toMatchObject({
      status: 400,
      param: "n",
    });
  });
});

it("Grok accepts aspect ratios, not sizes", async () => {
  const request = {
    model: "grok-imagine-image",
    prompt: "x",
    aspect_ratio: "16:9",
    response_format: "b64_json" as const,
  };
  const answer = await client("xai").images.generate(request);
  expect(sizeOf(answer.data?.[0]?.b64_json)).toEqual([1024, 576]);
  expect(
    await failure(client("xai").images.generate({ model: "grok-imagine-image", prompt: "x", size: "1024x1024" })),
  ).toMatchObject({ status: 400, param: "size" });
});

it("rejects wrong keys and models, an empty prompt and an invalid directive", async () => {
  const ask = { model: "gpt-image-2", prompt: "x" };
  expect(await failure(client("openai", "invalid-key").images.generate(ask))).toMatchObject({
    status: 401,
    code: "invalid_api_key",
  });
  expect(await failure(client().images.generate({ ...ask, model: "missing-model" }))).toMatchObject({
    status: 404,
    code: "model_not_found",
  });
  expect(await failure(client().images.generate({ ...ask, prompt: "" }))).toMatchObject({
    status: 400,
    param: "prompt",
  });
  expect((await failure(client().images.generate({ ...ask, prompt: "[[sim made=many]]" }))).message).toContain("made");
});

it("fails as directed, like all calls", async () => {
  expect(
    await failure(client().images.generate({ model: "gpt-image-2", prompt: "[[sim fault=status status=503]]" })),
  ).toMatchObject({ status: 503 });
});
