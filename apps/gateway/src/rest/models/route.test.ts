import Anthropic from "@anthropic-ai/sdk";
import { CenoteError } from "@cenote/core";
import { askGraphql } from "../../testing/ask-graphql";
import { SAMPLE_KEY, sampleModels } from "../../testing/samples";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const chatModel = {
  id: "openai/gpt-4o-mini",
  object: "model",
  created: 1_790_000_000,
  owned_by: "openai",
  type: "chat",
  context_length: 128_000,
  max_output_tokens: 16_384,
  capabilities: ["tools", "vision"],
  zdr: true,
  prices: [
    { unit: "input_token", per: 1_000_000, usd: 0.1575, mxn: 3.15 },
    { unit: "cached_input_token", per: 1_000_000, usd: 0.078_75, mxn: 1.575 },
    { unit: "output_token", per: 1_000_000, usd: 0.63, mxn: 12.6 },
  ],
};

describe("GET /v1/models", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  it("lists models in OpenAI's shape, with type, limits, capabilities and both prices", async () => {
    const response = await running.request("/v1/models");
    expect(response.status).toBe(200);
    const { object, data } = (await response.json()) as { object: string; data: object[] };
    expect(object).toBe("list");
    expect(data).toEqual([
      chatModel,
      {
        id: "openai/text-embedding-3-small",
        object: "model",
        created: 1_790_000_000,
        owned_by: "openai",
        type: "embedding",
        capabilities: [],
        dimensions: 1536,
        zdr: false,
        prices: [{ unit: "input_token", per: 1_000_000, usd: 0.021, mxn: 0.42 }],
      },
      {
        id: "google/veo",
        object: "model",
        created: 1_790_000_000,
        owned_by: "google",
        type: "video",
        capabilities: [],
        default_duration: 8,
        max_duration: 8,
        durations: [4, 6, 8],
        audio: true,
        zdr: false,
        prices: [{ unit: "second", per: 1, usd: 0.42, mxn: 8.4 }],
      },
    ]);
  });

  it("answers a client of Anthropic's API in its shape: chat models, by the key where it sends it", async () => {
    const client = new Anthropic({ apiKey: SAMPLE_KEY, baseURL: running.url, maxRetries: 0 });
    const listed = [];
    for await (const model of client.models.list({ limit: 1 })) listed.push(model);
    expect(listed).toEqual([
      {
        type: "model",
        id: "openai/gpt-4o-mini",
        display_name: "openai/gpt-4o-mini",
        created_at: "2026-09-21T14:13:20.000Z",
        max_input_tokens: 128_000,
        max_tokens: 16_384,
        capabilities: null,
        line: null,
        lifecycle: "active",
        deprecated_at: null,
        retires_at: null,
      },
    ]);
    expect(await client.models.retrieve("openai/gpt-4o-mini")).toMatchObject(listed[0] ?? {});
    await expect(client.models.retrieve("openai/none")).rejects.toBeInstanceOf(Anthropic.NotFoundError);
  });

  it.each(["openai/gpt-4o-mini", "openai%2Fgpt-4o-mini", "openai%2fgpt-4o-mini"])(
    "gives one model under %s",
    async (id) => {
      const response = await running.request(`/v1/models/${id}`);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual(chatModel);
    },
  );

  it.each(["gpt-4o-mini", "openai/gpt-9", "__proto__", "openai/gpt-4o-mini/", `x${"y".repeat(2000)}`])(
    "does not find %s",
    async (id) => {
      const response = await running.request(`/v1/models/${id}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: expect.stringMatching(/^(model_)?not_found$/) } });
    },
  );

  it.each([
    [
      "gpt-4o-mini",
      "The model does not exist. Ids have the form `<provider>/<model>`; GET /v1/models lists them. Did you mean `openai/gpt-4o-mini`?",
    ],
    ["openai/gpt-9", "The model does not exist. Ids have the form `<provider>/<model>`; GET /v1/models lists them."],
  ])("suggests what %s could have meant", async (id, message) => {
    expect(await (await running.request(`/v1/models/${id}`)).json()).toMatchObject({
      error: { code: "model_not_found", message },
    });
  });

  it("shows the shutdown date of a model, in OpenAI's and in Anthropic's form", async () => {
    const [chat] = sampleModels;
    if (chat === undefined) throw new Error("no sample");
    const ending = await startGateway({
      inference: {
        listModels: () => Promise.resolve({ models: [{ ...chat, shutdownDate: "2027-01-14" }], simulated: false }),
      },
    });
    expect(await (await ending.request(`/v1/models/${chat.id}`)).json()).toEqual({
      ...chatModel,
      shutdown_date: "2027-01-14",
    });
    const client = new Anthropic({ apiKey: SAMPLE_KEY, baseURL: ending.url, maxRetries: 0 });
    expect(await client.models.retrieve(chat.id)).toMatchObject({
      lifecycle: "deprecated",
      retires_at: "2027-01-14T00:00:00.000Z",
    });
    await ending.gateway.close(0);
  });

  it("tells over both APIs whether and how a model edits images", async () => {
    const image = { created: 0n, type: "image", capabilities: [], zdr: false, durationsS: [], sizes: ["1024x1024"] };
    const models = [
      { ...image, id: "a/editor", maxInputImages: 16, takesMask: true },
      { ...image, id: "a/maker" },
    ];
    const other = await startGateway({
      inference: { listModels: () => Promise.resolve({ models, simulated: false }) },
    });
    const of = async (id: string) => (await other.request(`/v1/models/${id}`)).json();
    expect(await of("a/editor")).toMatchObject({ max_input_images: 16, takes_mask: true });
    expect(Object.keys((await of("a/maker")) as object)).not.toContain("max_input_images");
    expect((await askGraphql(other, "{ models { id maxInputImages takesMask } }")).data).toEqual({
      models: [
        { id: "a/editor", maxInputImages: 16, takesMask: true },
        { id: "a/maker", maxInputImages: null, takesMask: null },
      ],
    });
    await other.gateway.close(0);
  });

  it("tells over both APIs whether a video may begin with an image", async () => {
    const video = { created: 0n, type: "video", capabilities: [], zdr: false, durationsS: [], sizes: [] };
    const models = [
      { ...video, id: "a/animator", takesFirstFrame: true },
      { ...video, id: "a/film", takesFirstFrame: false },
      { ...video, id: "a/chat", type: "chat" },
    ];
    const other = await startGateway({
      inference: { listModels: () => Promise.resolve({ models, simulated: false }) },
    });
    const { data } = (await (await other.request("/v1/models")).json()) as { readonly data: object[] };
    expect(data.map((model) => (model as { takes_first_frame?: boolean }).takes_first_frame)).toEqual([
      true,
      false,
      undefined,
    ]);
    expect((await askGraphql(other, "{ models { id takesFirstFrame } }")).data).toEqual({
      models: [
        { id: "a/animator", takesFirstFrame: true },
        { id: "a/film", takesFirstFrame: false },
        { id: "a/chat", takesFirstFrame: null },
      ],
    });
    await other.gateway.close(0);
  });

  it("distinguishes a model without a provider from an unknown one", async () => {
    const unserved = await startGateway({
      inference: { listModels: () => Promise.resolve({ models: sampleModels.slice(1), simulated: false }) },
    });
    const response = await unserved.request("/v1/models/openai/gpt-4o-mini");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { code: "model_not_found", message: expect.stringMatching(/^No provider of this model is configured/) },
    });
    await unserved.gateway.close(0);
  });

  it("requires a key", async () => {
    expect((await fetch(`${running.url}/v1/models`)).status).toBe(401);
  });

  it("says when the simulator stands in for every provider", async () => {
    const simulated = await startGateway({
      inference: { listModels: () => Promise.resolve({ models: sampleModels, simulated: true }) },
    });
    expect(await (await simulated.request("/v1/models")).json()).toMatchObject({
      simulated: true,
      data: [{ simulated: true }, {}, {}],
    });
    expect(await (await simulated.request("/v1/models/google/veo")).json()).toMatchObject({ simulated: true });
    await simulated.gateway.close(0);
  });

  it("answers 503 while a part of the system is unavailable", async () => {
    const broken = await startGateway({ billing: { listPrices: () => Promise.reject(new CenoteError("overloaded")) } });
    expect((await broken.request("/v1/models")).status).toBe(503);
    await broken.gateway.close(0);
  });
});
