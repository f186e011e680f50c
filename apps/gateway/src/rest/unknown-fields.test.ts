import type { CreateChatCompletionRequest } from "@cenote/contracts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type RunningGateway, startGateway } from "../testing/start-gateway";
import { chatBody } from "../bodies/chat/body";
import { CHAT_RULES, EMBEDDINGS_RULES } from "./foreign-fields";
import { EDIT_RULES, IMAGE_RULES, VIDEO_RULES } from "./foreign-media-fields";
import { createUnknownFields, QUIET_FIELDS } from "./unknown-fields";

const DROPPED = "x-gateway-dropped-fields";
const chat = { model: "openai/gpt-4o-mini", messages: [{ role: "user", content: "hi" }] };
const bodies = {
  "/v1/chat/completions": chat,
  "/v1/embeddings": { model: "openai/text-embedding-3-small", input: "hi" },
  "/v1/images/generations": { model: "openai/gpt-image-1", prompt: "a cenote" },
  "/v1/images/edits": {
    model: "openai/gpt-image-1",
    prompt: "a cenote",
    images: [{ image_url: "data:image/png;base64,iVBORw==" }],
  },
  "/v1/videos/generations": { model: "google/veo", prompt: "a cenote" },
};

const effortOf = (call: object | undefined) => (call as CreateChatCompletionRequest | undefined)?.chat?.reasoningEffort;
const toldOf = createUnknownFields(chatBody, CHAT_RULES);

describe("unknown body fields", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  it.each(Object.entries(bodies))("are reported by %s, in the order of the body", async (path, body) => {
    const { status, headers } = await running.post(path, {
      ...body,
      prediction: {},
      user: "u",
      top_k: 5,
      metadata: { a: 1 },
    });
    expect({ status, told: headers.get(DROPPED) }).toEqual({ status: 200, told: "prediction, top_k" });
    expect((await running.post(path, body)).headers.get(DROPPED)).toBeNull();
  });

  it("are reported for streams, including resumed ones", async () => {
    const first = await running.post("/v1/chat/completions", { ...chat, stream: true, resumable: true, top_k: 5 });
    expect(first.headers.get(DROPPED)).toBe("top_k");
    const id = /^id: (.+)$/m.exec(await first.text())?.[1] ?? "";
    const again = await running.post(
      "/v1/chat/completions",
      { ...chat, stream: true, resumable: true, top_k: 5 },
      { headers: { "last-event-id": id } },
    );
    expect({ status: again.status, told: again.headers.get(DROPPED) }).toEqual({ status: 200, told: "top_k" });
    await again.text();
    const plain = await running.post("/v1/chat/completions", { ...chat, stream: true, top_k: 5 });
    expect(plain.headers.get(DROPPED)).toBe("top_k");
    await plain.text();
  });

  it("are listed after those the model does not support", async () => {
    const info = { rateLimits: undefined, attempts: 1, upstreamUs: 0, droppedFields: ["seed"] };
    const other = await startGateway({
      inference: {
        createEmbeddings: () =>
          Promise.resolve({
            model: "m",
            data: [],
            usage: { promptTokens: 1, totalTokens: 1, costUsd: "0", costNanoMxn: 0n },
            info,
          }),
      },
    });
    const { headers } = await other.post("/v1/embeddings", { ...bodies["/v1/embeddings"], top_k: 5 });
    expect(headers.get(DROPPED)).toBe("seed, top_k");
    await other.gateway.close(0);
  });

  it("are reported only if named like a field, and at most twenty", () => {
    expect(toldOf({ ...chat, "a\r\nx-evil: 1": 1, "": 1, ["x".repeat(65)]: 1, ñ: 1, "a.b-c_D": 1 })).toEqual([
      "a.b-c_D",
    ]);
    expect(toldOf(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, 1])))).toHaveLength(20);
  });

  it("are not reported if null, or if they change nothing", () => {
    expect(toldOf({ ...chat, top_k: null, functions: null, audio: null, provider: null, reasoning: null })).toEqual([]);
    expect(
      toldOf({
        ...Object.fromEntries(QUIET_FIELDS.map((name) => [name, "x"])),
        service_tier: "auto",
        functions: [],
        modalities: ["text"],
      }),
    ).toEqual([]);
    expect(toldOf({ service_tier: "flex" })).toEqual(["service_tier"]);
  });
});

describe("fields of other APIs", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  it.each<[string, object, string, string]>([
    ["/v1/chat/completions", { functions: [{ name: "f" }] }, "functions", "use `tools`."],
    ["/v1/chat/completions", { function_call: "auto" }, "function_call", "use `tool_choice`."],
    ["/v1/chat/completions", { modalities: ["text", "audio"] }, "modalities", "leave it out"],
    ["/v1/chat/completions", { audio: { voice: "alloy", format: "mp3" } }, "audio", "leave it out"],
    ["/v1/chat/completions", { web_search_options: {} }, "web_search_options", "`tools`"],
    ["/v1/chat/completions", { provider: { zdr: true } }, "provider.zdr", "use `zdr: true`"],
    [
      "/v1/chat/completions",
      { provider: { data_collection: "deny" }, zdr: false },
      "provider.data_collection",
      "use `zdr: true`",
    ],
    ["/v1/embeddings", { provider: { zdr: true } }, "provider.zdr", "use `zdr: true`"],
    ["/v1/videos/generations", { seconds: "8" }, "seconds", "use `duration`."],
    ["/v1/videos/generations", { image: "data:image/png;base64,AAAA" }, "image", "use `input_reference`"],
    ["/v1/videos/generations", { image_url: "https://a.example/b.png" }, "image_url", "use `input_reference`"],
    ["/v1/videos/generations", { first_frame_image: "x" }, "first_frame_image", "use `input_reference`"],
    ["/v1/videos/generations", { start_image_url: "x" }, "start_image_url", "use `input_reference`"],
    ["/v1/videos/generations", { frame_images: [{}] }, "frame_images", "use `input_reference`"],
    ["/v1/videos/generations", { firstFrame: "x" }, "firstFrame", "use `input_reference`"],
    ["/v1/videos/generations", { prompt_image: "x" }, "prompt_image", "use `input_reference`"],
    ["/v1/videos/generations", { last_frame: "x" }, "last_frame", "only the first frame can be given"],
    ["/v1/videos/generations", { lastFrame: {} }, "lastFrame", "only the first frame can be given"],
    ["/v1/videos/generations", { end_image_url: "x" }, "end_image_url", "only the first frame can be given"],
    ["/v1/videos/generations", { video_url: "x" }, "video_url", "leave it out"],
    ["/v1/videos/generations", { mask: "x" }, "mask", "leave it out"],
    ["/v1/videos/generations", { size: "1280x720" }, "size", "use `aspect_ratio`."],
    ["/v1/videos/generations", { resolution: "1080p" }, "resolution", "leave it out"],
    ["/v1/videos/generations", { n: 4 }, "n", "start one for each"],
    ["/v1/videos/generations", { generate_audio: false }, "generate_audio", "`GET /v1/models`"],
    ["/v1/videos/generations", { provider: { zdr: true } }, "provider.zdr", "zero data retention is impossible"],
    ["/v1/images/generations", { image: ["data:image/png;base64,AAAA"] }, "image", "`/v1/images/edits`"],
    ["/v1/images/generations", { images: [{ image_url: "x" }] }, "images", "`/v1/images/edits`"],
    ["/v1/images/generations", { mask: "data:image/png;base64,AAAA" }, "mask", "`/v1/images/edits`"],
    ["/v1/images/generations", { image_urls: ["x"] }, "image_urls", "`/v1/images/edits`"],
    ["/v1/images/generations", { input_references: [{}] }, "input_references", "`/v1/images/edits`"],
    ["/v1/images/generations", { aspect_ratio: "16:9" }, "aspect_ratio", "use `size`"],
    ["/v1/images/edits", { image: "data:image/png;base64,AAAA" }, "image", "use `images`"],
    ["/v1/images/edits", { input_references: [{}] }, "input_references", "use `images`"],
    ["/v1/images/edits", { aspect_ratio: "16:9" }, "aspect_ratio", "use `size`"],
    ["/v1/images/edits", { background: "transparent" }, "background", "leave it out"],
    ["/v1/images/generations", { width: 1024, height: 768 }, "width", "use `size`"],
    ["/v1/images/generations", { background: "transparent" }, "background", "leave it out"],
    [
      "/v1/images/generations",
      { provider: { data_collection: "deny" } },
      "provider.data_collection",
      "zero data retention is impossible",
    ],
  ])("that would change the answer are rejected: %s %j", async (path, more, param, advice) => {
    const before = running.inference.calls.length + running.media.calls.length;
    const response = await running.post(path, { ...bodies[path as keyof typeof bodies], ...more });
    const { error } = (await response.json()) as { error: { code: string; param: string; message: string } };
    expect({ status: response.status, code: error.code, param: error.param }).toEqual({
      status: 400,
      code: "invalid_request_error",
      param,
    });
    expect(error.message).toMatch(new RegExp(`^${param}: `));
    expect(error.message).toContain(advice);
    expect(running.inference.calls.length + running.media.calls.length).toBe(before);
  });

  it.each<[string, object, string | null]>([
    ["/v1/videos/generations", { image: null, image_url: "", input_references: [], n: 1, size: "auto" }, null],
    ["/v1/videos/generations", { negative_prompt: "rain", fps: 24 }, "negative_prompt, fps"],
    ["/v1/images/generations", { image: [], mask: null, aspect_ratio: "auto", background: "auto" }, null],
    ["/v1/images/generations", { moderation: "auto" }, null],
    ["/v1/images/edits", { input_fidelity: "high", output_format: "webp" }, "input_fidelity, output_format"],
    ["/v1/images/edits", { image: [], mask: null, background: "auto" }, null],
    ["/v1/images/generations", { background: "opaque", moderation: "low" }, "background, moderation"],
  ])("that ask for nothing but the usual image or video are left out: %s %j", async (path, more, told) => {
    const { status, headers } = await running.post(path, { ...bodies[path as keyof typeof bodies], ...more });
    expect({ status, told: headers.get(DROPPED) }).toEqual({ status: 200, told });
  });

  it("are not reported if the request sets our equivalent", () => {
    expect(toldOf({ zdr: true, provider: { zdr: true, data_collection: "deny" } })).toEqual([]);
    expect(toldOf({ provider: { order: ["openai"], zdr: false } })).toEqual(["provider"]);
    expect(toldOf({ provider: "openai" })).toEqual(["provider"]);
  });

  it.each<[object, string | undefined, string | null]>([
    [{ reasoning: { effort: "high" } }, "high", null],
    [{ reasoning: { effort: "high" }, reasoning_effort: "high" }, "high", null],
    [{ reasoning: { effort: "high" }, reasoning_effort: "low" }, "low", "reasoning"],
    [{ reasoning: { effort: "high", exclude: true } }, "high", "reasoning"],
    [{ reasoning: { effort: "high", enabled: true, exclude: false } }, "high", null],
    [{ reasoning: { effort: "high", enabled: false } }, "high", "reasoning"],
    [{ reasoning: { effort: "high", max_tokens: 2000 } }, "high", "reasoning"],
    [{ reasoning: { enabled: false } }, "none", null],
    [{ reasoning: { enabled: true } }, "medium", null],
    [{ reasoning: { enabled: true, max_tokens: 2000 } }, "low", null],
    [{ reasoning: { enabled: false, max_tokens: 2000 } }, "none", "reasoning"],
    [{ reasoning: { max_tokens: 2000 } }, "low", null],
    [{ reasoning: { max_tokens: 2000 }, max_tokens: 2500 }, "high", null],
    [{ reasoning: { max_tokens: 2000 }, max_completion_tokens: 4000 }, "medium", null],
    [{ reasoning: { max_tokens: 0 } }, "none", null],
    [{ reasoning: { effort: null, max_tokens: null } }, undefined, null],
    [{ reasoning: { summary: "auto" } }, undefined, "reasoning"],
    [{ thinking: { type: "enabled", budget_tokens: 2000 }, max_tokens: 2500 }, "high", null],
    [{ thinking: { type: "enabled", budget_tokens: 2000 } }, "low", null],
    [{ thinking: { type: "enabled" } }, "medium", null],
    [{ thinking: { type: "adaptive" } }, "high", null],
    [{ thinking: { type: "disabled" } }, "none", null],
    [{ thinking: { type: "sometimes" } }, undefined, "thinking"],
    [{ thinking: { type: null, budget_tokens: 2000 } }, undefined, "thinking"],
    [{ thinking: {} }, undefined, "thinking"],
    [{ thinking: { type: "disabled" }, reasoning_effort: "low" }, "low", "thinking"],
    [{ thinking: { type: "disabled" }, reasoning: { enabled: false } }, "none", null],
  ])("the effort of %j is used", async (more, effort, told) => {
    const { status, headers } = await running.post("/v1/chat/completions", { ...chat, ...more });
    expect({ status, told: headers.get(DROPPED), effort: effortOf(running.inference.calls.at(-1)) }).toEqual({
      status: 200,
      told,
      effort,
    });
  });

  it("are all documented in docs/fields.md", () => {
    const document = readFileSync(join(__dirname, "../../../../docs/fields.md"), "utf8");
    for (const name of [
      ...QUIET_FIELDS,
      "service_tier",
      ...Object.keys({ ...CHAT_RULES, ...EMBEDDINGS_RULES, ...IMAGE_RULES, ...EDIT_RULES, ...VIDEO_RULES }),
    ])
      expect(document).toContain(`\`${name}`);
  });
});
