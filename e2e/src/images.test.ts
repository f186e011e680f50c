import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateImage } from "ai";
import OpenAI from "openai";
import { eventually } from "./harness/eventually";
import { expectCost, mediaCost, nanoOf } from "./harness/exact";
import { entryOf, settledBalance } from "./harness/ledger";
import { DALLE_IMAGE, FAL_IMAGE, GOOGLE_IMAGE, MEDIA_PRICES, OPENAI_IMAGE } from "./harness/media-catalog";
import { newPayer } from "./harness/payer";
import { harness } from "./images/harness";
import "./images/editing";

const PATH = "/v1/images/generations";

interface Images {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly model: string;
  readonly data: readonly { readonly url: string; readonly b64_json?: string }[];
  readonly failed?: { readonly count: number; readonly message: string };
}

const FREE_CREDIT = 50_000_000_000n;
const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const make = async (body: object, key?: string, headers: Record<string, string> = {}) => {
  const answer = await harness().client.postJson<Images>(
    PATH,
    { model: OPENAI_IMAGE, prompt: "a cenote", ...body },
    { ...(key === undefined ? {} : { key }), headers },
  );
  expect(answer).toMatchObject({ status: 200 });
  return answer;
};

describe.each([OPENAI_IMAGE, GOOGLE_IMAGE, FAL_IMAGE])("%s", (model) => {
  test("generates three images, each stored and public, paid to the nano-peso", async () => {
    const { system } = harness();
    const { org, key } = await newPayer(system);
    const { body, text } = await make({ model, n: 3 }, key);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^req_[0-9a-f]{24}$/),
      object: "list",
      created: expect.any(Number),
      model,
    });
    expect(new Set(body.data.map(({ url }) => url)).size).toBe(3);
    for (const { url } of body.data) {
      expect(url).toMatch(new RegExp(`^${system.baseUrl}/media/${org}/${UUID}/[123]\\.png$`));
      const image = await fetch(url);
      expect(image.status).toBe(200);
      expect(image.headers.get("content-type")).toBe("image/png");
      expect(
        Buffer.from(await image.arrayBuffer())
          .subarray(1, 4)
          .toString(),
      ).toBe("PNG");
    }
    const cost = expectCost(text, mediaCost(3, MEDIA_PRICES.image));
    expect(nanoOf((await settledBalance(system, org)).balance_mxn)).toBe(FREE_CREDIT - cost);
    expect((await entryOf(system, org, body.id, "settle")).charge?.usage).toMatchObject([
      { unit: "image", quantity: 3 },
    ]);
  });

  test("rejected by the content policy is a 502 with the provider's message, and costs nothing", async () => {
    const { system, client } = harness();
    const { org, key } = await newPayer(system);
    const { status, body } = await client.postJson(PATH, { model, prompt: "a cenote [[sim refuse]]" }, { key });
    expect({ status, code: body.error.code }).toEqual({ status: 502, code: "provider_unavailable" });
    expect(body.error.message).not.toBe("");
    expect((await settledBalance(system, org)).balance_mxn).toBe("50");
  });
});

test.each([FAL_IMAGE, OPENAI_IMAGE, GOOGLE_IMAGE])(
  "of three by %s, those that could be generated are returned and charged",
  async (model) => {
    const { system, simulator } = harness();
    const { org, key } = await newPayer(system);
    // Google gets one call per image; one of those calls fails.
    if (model === GOOGLE_IMAGE)
      await simulator.fault({ provider: "google", count: 1, fault: "status", status: 400, message: "Their words." });
    const { body, text } = await make(
      { model, n: 3, prompt: model === GOOGLE_IMAGE ? "a cenote" : "a cenote [[sim made=2]]" },
      key,
    );
    expect(body.data).toHaveLength(2);
    expect(body.failed).toEqual({ count: 1, message: expect.stringMatching(/./) });
    const cost = expectCost(text, mediaCost(2, MEDIA_PRICES.image));
    expect(nanoOf((await settledBalance(system, org)).balance_mxn)).toBe(FREE_CREDIT - cost);
  },
);

test("quality is priced if the model supports it", async () => {
  expectCost((await make({ model: DALLE_IMAGE })).text, mediaCost(1, MEDIA_PRICES.standard));
  expectCost((await make({ model: DALLE_IMAGE, n: 2, quality: "hd" })).text, mediaCost(2, MEDIA_PRICES.hd));
  expectCost((await make({ model: OPENAI_IMAGE, quality: "hd" })).text, mediaCost(1, MEDIA_PRICES.image));
});

test.each(["vanished", "wrong_type", "huge", "redirect_loop", "redirect_private"])(
  "a file that is %s at the provider is not an image, and costs nothing",
  async (file) => {
    const { system, client } = harness();
    const { org, key } = await newPayer(system);
    const { status, body } = await client.postJson(
      PATH,
      { model: FAL_IMAGE, prompt: `a cenote [[sim file=${file}]]` },
      { key },
    );
    expect({ status, code: body.error.code }).toEqual({ status: 502, code: "provider_unavailable" });
    expect((await settledBalance(system, org)).balance_mxn).toBe("50");
  },
);

test.each<[string, object, "400 invalid_request_error" | "404 model_not_found", string]>([
  ["a size the model does not support", { size: "123x456" }, "400 invalid_request_error", "size"],
  ["nine images", { n: 9 }, "400 invalid_request_error", "n"],
  ["4001 characters", { prompt: "ñ".repeat(4001) }, "400 invalid_request_error", "prompt"],
  ["another format", { response_format: "base64" }, "400 invalid_request_error", "response_format"],
  ["zero data retention", { zdr: true }, "400 invalid_request_error", "zdr"],
  ["a model of another kind", { model: "openai/gpt-4o-mini" }, "400 invalid_request_error", "model"],
  ["an unknown model", { model: "gpt-image-2" }, "404 model_not_found", "model"],
  [
    "an unknown model, after what is wrong with the request",
    { model: "gpt-image-2", n: 9 },
    "400 invalid_request_error",
    "n",
  ],
])("%s is refused", async (_what, more, refusal, field) => {
  const { client } = harness();
  const answer = await client.postJson(PATH, { model: OPENAI_IMAGE, prompt: "a cenote", ...more });
  expect(`${answer.status} ${answer.body.error.code}`).toBe(refusal);
  expect(answer.body.error.message).toContain(field);
});

test("a retry with the same idempotency key gets the same images, and is paid once", async () => {
  const { system } = harness();
  const { org, key } = await newPayer(system);
  const headers = { "idempotency-key": "picture-1" };
  const first = await make({ n: 2 }, key, headers);
  const again = await make({ n: 2 }, key, headers);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(nanoOf((await settledBalance(system, org)).balance_mxn)).toBe(
    FREE_CREDIT - mediaCost(2, MEDIA_PRICES.image).nanoMxn,
  );
});

test("the official openai package", async () => {
  const { system } = harness();
  const openai = new OpenAI({ apiKey: system.key, baseURL: `${system.baseUrl}/v1`, maxRetries: 0 });
  const { data } = await openai.images.generate({ model: OPENAI_IMAGE, prompt: "un cenote", n: 1, size: "1536x1024" });
  expect(data?.[0]?.url).toMatch(/^http/);
});

describe("with b64_json", () => {
  const stored = async (url = "") => Buffer.from(await (await fetch(url)).arrayBuffer()).toString("base64");
  const asBytes = { response_format: "b64_json" } as const;

  test.each([OPENAI_IMAGE, GOOGLE_IMAGE, FAL_IMAGE])(
    "images by %s have their bytes besides their address, at the same price",
    async (model) => {
      const { system } = harness();
      const { org, key } = await newPayer(system);
      const { body, text } = await make({ model, n: 2, ...asBytes }, key);
      expect(body.data).toHaveLength(2);
      for (const { url, b64_json: bytes } of body.data) expect(bytes).toBe(await stored(url));
      expect(nanoOf((await settledBalance(system, org)).balance_mxn)).toBe(
        FREE_CREDIT - expectCost(text, mediaCost(2, MEDIA_PRICES.image)),
      );
    },
  );

  test("a retry returns the bytes of the files that still exist, and is paid once", async () => {
    const { system } = harness();
    const { org, key } = await newPayer(system);
    const headers = { "idempotency-key": "picture-2" };
    const { body: first } = await make({ n: 2, ...asBytes }, key, headers);
    expect((await make({ n: 2, ...asBytes }, key, headers)).body).toEqual(first);
    await rm(join(system.dataDir, new URL(first.data[0]?.url ?? "").pathname));
    const again = await make({ n: 2, ...asBytes }, key, headers);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual({ ...first, data: [{ url: first.data[0]?.url }, first.data[1]] });
    await eventually("the log's line", () => system.output().includes("an image is answered without its bytes"));
    expect(nanoOf((await settledBalance(system, org)).balance_mxn)).toBe(
      FREE_CREDIT - mediaCost(2, MEDIA_PRICES.image).nanoMxn,
    );
  });

  test("the official openai package", async () => {
    const { system } = harness();
    const openai = new OpenAI({ apiKey: system.key, baseURL: `${system.baseUrl}/v1`, maxRetries: 0 });
    const { data } = await openai.images.generate({ model: OPENAI_IMAGE, prompt: "un cenote", ...asBytes });
    expect(data?.[0]?.b64_json).toBe(await stored(data?.[0]?.url));
  });

  test.each(["@ai-sdk/openai", "@ai-sdk/openai-compatible"])("generateImage of the AI SDK over %s", async (name) => {
    const { system } = harness();
    const settings = { baseURL: `${system.baseUrl}/v1`, apiKey: system.key };
    const model =
      name === "@ai-sdk/openai"
        ? createOpenAI(settings).image(OPENAI_IMAGE)
        : createOpenAICompatible({ name: "cenote", ...settings }).imageModel(OPENAI_IMAGE);
    const { images } = await generateImage({ model, prompt: "un cenote", n: 2, size: "1536x1024", maxRetries: 0 });
    expect(images.map(({ mediaType }) => mediaType)).toEqual(["image/png", "image/png"]);
    expect(Buffer.from(images[0]?.uint8Array ?? []).readUInt32BE(16)).toBe(1536);
  });
});

test("an image is deleted at its address, and over GraphQL, by its organization alone; its charge stays", async () => {
  const { system, client } = harness();
  const { org, key } = await newPayer(system);
  const { key: otherKey } = await newPayer(system);
  const headers = { "idempotency-key": "picture-3" };
  const { body } = await make({ n: 3 }, key, headers);
  const urls = body.data.map(({ url }) => url);
  const statuses = () => Promise.all(urls.map(async (url) => (await fetch(url)).status));
  const remove = (url = "", withKey = key) => client.deleteJson(new URL(url).pathname, { key: withKey });
  const unknown = urls[0]?.replace("1.png", "9.png");

  expect(await remove(urls[0], "")).toMatchObject({ status: 401, body: { error: { code: "missing_api_key" } } });
  const refused = await Promise.all([remove(urls[0], otherKey), remove(unknown, otherKey), remove(unknown)]);
  for (const { status, body: answer } of refused) expect([status, answer.error.code]).toEqual([404, "not_found"]);
  expect(await statuses()).toEqual([200, 200, 200]);

  expect(await remove(urls[0])).toMatchObject({ status: 204, text: "" });
  expect((await remove(urls[0])).status).toBe(404);
  const mutation = "mutation ($url: String!) { deleteImage(url: $url) { deletedUrl } }";
  const query = { query: mutation, variables: { url: urls[1] } };
  expect((await client.postJson<object>("/graphql", query, { key })).body).toEqual({
    data: { deleteImage: { deletedUrl: urls[1] } },
  });
  expect(await statuses()).toEqual([404, 404, 200]);
  expect((await make({ n: 3 }, key, headers)).body).toEqual(body);
  expect(nanoOf((await settledBalance(system, org)).balance_mxn)).toBe(
    FREE_CREDIT - mediaCost(3, MEDIA_PRICES.image).nanoMxn,
  );
});

test("stored images are still there after a restart", async () => {
  const { system } = harness();
  const url = (await make({})).body.data[0]?.url ?? "";
  const before = Buffer.from(await (await fetch(url)).arrayBuffer());
  await system.stop();
  await system.restart();
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(before);
});
