import { CenoteError } from "@cenote/core";
import { SAMPLE_CREATED, SAMPLE_ORGANIZATION_ID } from "../../testing/samples";
import { createFakeMedia } from "../../testing/fake-media";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const PATH = "/v1/images/generations";
const body = { model: "openai/gpt-image-1", prompt: "a cenote" };

describe("POST /v1/images/generations", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  it("returns the contract's list and its cost", async () => {
    const response = await running.post(PATH, body);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      id: expect.stringMatching(/^req_[0-9a-f]{24}$/),
      object: "list",
      created: SAMPLE_CREATED,
      model: "openai/gpt-image-1",
      data: [{ url: "https://media.test/1.png" }, { url: "https://media.test/2.png" }],
      usage: {
        images: 2,
        cost_usd: 0.084,
        cost_mxn: 1.68,
        input_tokens: 0,
        output_tokens: 0,
        total_tokens: 0,
        input_tokens_details: { text_tokens: 0, image_tokens: 0 },
      },
    });
    expect(response.headers.get("x-gateway-attempts")).toBe("1");
  });

  it("reports which images could not be generated, and why", async () => {
    const other = await startGateway({
      media: {
        createImages: async (request) => ({
          ...(await createFakeMedia().createImages(request)),
          failed: 2,
          failure: 'The "filter".',
        }),
      },
    });
    expect(await (await other.post(PATH, body)).json()).toMatchObject({
      data: [{}, {}],
      failed: { count: 2, message: 'The "filter".' },
    });
    await other.gateway.close(0);
  });

  it("takes `auto` as absent", async () => {
    const response = await running.post(PATH, { ...body, size: "auto", quality: "auto", background: "auto" });
    expect({ status: response.status, dropped: response.headers.get("x-gateway-dropped-fields") }).toEqual({
      status: 200,
      dropped: null,
    });
    expect(running.media.calls.at(-1)).toMatchObject({ images: body });
    expect(running.media.calls.at(-1)).toHaveProperty("images.quality", undefined);
    expect(running.media.calls.at(-1)).toHaveProperty("images.size", undefined);
  });

  it("passes every field on, and treats null as absent", async () => {
    const before = running.media.calls.length;
    await running.post(PATH, {
      ...body,
      n: 3,
      size: "1024x1024",
      quality: "hd",
      user: "u",
      zdr: true,
      response_format: "url",
      style: "unknown",
    });
    await running.post(PATH, {
      ...body,
      n: null,
      size: null,
      quality: null,
      user: null,
      zdr: null,
      response_format: null,
    });
    const context = {
      requestId: expect.stringMatching(/^req_/),
      organizationId: SAMPLE_ORGANIZATION_ID,
      keyId: "key_1",
      idempotencyKey: "",
    };
    expect(running.media.calls.slice(before)).toEqual([
      {
        context: { ...context, zdr: true },
        images: { ...body, n: 3, size: "1024x1024", quality: "hd", user: "u", inputs: [] },
      },
      { context: { ...context, zdr: false }, images: { ...body, inputs: [] } },
    ]);
  });

  it.each<[string, object, string]>([
    ["no prompt", { prompt: undefined }, "prompt: required."],
    ["an empty prompt", { prompt: "" }, "prompt: must not be empty."],
    ["4001 characters", { prompt: "🌊".repeat(4001) }, "prompt: must be at most 4000 characters long."],
    ["no image", { n: 0 }, "n: must be an integer from 1 to 8."],
    ["nine images", { n: 9 }, "n: must be an integer from 1 to 8."],
    ["half an image", { n: 1.5 }, "n: must be an integer from 1 to 8."],
    [
      "another quality",
      { quality: "best" },
      "quality: must be one of standard, hd, low, medium, high, xhigh, max, auto.",
    ],
    [
      "a size in words",
      { size: "large" },
      "size: must be `<width>x<height>`, such as `1024x1024`: one of the model's `sizes`, by default, and with `auto`, the first.",
    ],
    ["a stream", { stream: true }, "stream: must be false."],
    ["another format", { response_format: "base64" }, "response_format: must be one of url, b64_json."],
  ])("rejects %s", async (_what, more, message) => {
    const response = await running.post(PATH, { ...body, ...more });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "invalid_request_error", message } });
  });

  it("passes on a size that no model has, so that the refusal says which ones there are", async () => {
    expect((await running.post(PATH, { ...body, size: "99x1" })).status).toBe(200);
    expect(running.media.calls.at(-1)).toMatchObject({ images: { size: "99x1" } });
  });

  it("accepts 4000 characters, however many bytes they take", async () => {
    expect((await running.post(PATH, { ...body, prompt: "🌊".repeat(4000) })).status).toBe(200);
  });

  it("returns the provider's message if no image could be generated", async () => {
    const other = await startGateway({
      media: { createImages: () => Promise.reject(new CenoteError("provider_unavailable", "Their words.")) },
    });
    const response = await other.post(PATH, body);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { code: "provider_unavailable", message: "Their words." } });
    await other.gateway.close(0);
  });

  it("requires a key", async () => {
    expect((await running.post(PATH, body, { headers: { authorization: "" } })).status).toBe(401);
  });
});
