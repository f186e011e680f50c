/** Checks the simulator's images with OpenAI's own client. */
import OpenAI, { APIError } from "openai";
import { silentLog } from "@cenote/core";
import { createSimulator, type Simulator } from "../index";
import { makePng } from "../media/png";

let simulator: Simulator | undefined;
let url = "";
const client = (provider = "openai", apiKey = "sk-test") =>
  new OpenAI({ apiKey, baseURL: `${url}/${provider}/v1`, maxRetries: 0 });

beforeAll(async () => {
  simulator = createSimulator({ host: "127.0.0.1", port: 0, log: silentLog });
  ({ url } = await simulator.listen());
});
afterAll(() => simulator?.close());

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
