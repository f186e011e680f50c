import { CenoteError } from "@cenote/core";
import { sampleQuote } from "../../testing/samples";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const BODIES = {
  "/v1/chat/completions/quote": { model: "openai/gpt-4o-mini", messages: [{ role: "user", content: "Hola" }] },
  "/v1/embeddings/quote": { model: "openai/text-embedding-3-small", input: "Hola" },
  "/v1/images/generations/quote": { model: "openai/gpt-image-1", prompt: "a cenote", n: 2 },
  "/v1/images/edits/quote": {
    model: "openai/gpt-image-1",
    prompt: "a cenote",
    images: [{ image_url: "data:image/png;base64,iVBORw==" }],
  },
  "/v1/videos/generations/quote": { model: "google/veo", prompt: "a cenote", duration: 5 },
};
const PATHS = Object.keys(BODIES) as (keyof typeof BODIES)[];

describe("quotes", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  it.each(PATHS)("have expected and maximum cost to the last digit (%s)", async (path) => {
    const response = await running.post(path, BODIES[path]);
    expect(response.status).toBe(200);
    expect(response.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{24}$/);
    expect(await response.text()).toBe(
      '{"object":"quote","model":"openai/gpt-4o-mini","exact":false,"mxn_per_usd":20' +
        ',"expected":{"model":"openai/gpt-4o-mini","usage":{"prompt_tokens":9,"completion_tokens":100},"cost_usd":0.0000644175,"cost_mxn":0.00128835}' +
        ',"maximum":{"model":"anthropic/claude-haiku-4-5","usage":{"prompt_tokens":12,"completion_tokens":64000},"cost_usd":0.336126,"cost_mxn":6.722520001}}',
    );
  });

  it.each(PATHS)("ask for the call that the same body would make (%s)", async (path) => {
    await running.post(path, BODIES[path]);
    await running.post(path.slice(0, -"/quote".length), BODIES[path]);
    const calls = /images|videos/.test(path) ? running.media.calls : running.inference.calls;
    const [quoted, made] = calls.slice(-2).map(({ context, ...call }) => ({ ...call, ...context, requestId: "" }));
    expect(quoted).toEqual(made);
  });

  it("of images and videos have their own usage", async () => {
    const cost = { model: "google/veo", durationS: 4, costUsd: "1.68", costNanoMxn: 33_600_000_000n };
    const other = await startGateway({
      media: {
        quoteVideo: () => Promise.resolve({ quote: { ...sampleQuote, exact: true, expected: cost, maximum: cost } }),
      },
    });
    const path = "/v1/videos/generations/quote";
    expect(await (await other.post(path, BODIES[path])).json()).toMatchObject({
      exact: true,
      expected: { usage: { duration: 4 }, cost_mxn: 33.6 },
    });
    await other.gateway.close(0);
  });

  it.each(PATHS)("refuse what the call refuses (%s)", async (path) => {
    const response = await running.post(path, { ...BODIES[path], model: 7 });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "invalid_request_error", param: "model" } });
    expect((await fetch(`${running.url}${path}`, { method: "POST" })).status).toBe(401);
  });

  it.each([
    ["/v1/chat/completions/quote", { functions: [{ name: "f" }] }, "functions"],
    ["/v1/embeddings/quote", { provider: { data_collection: "deny" } }, "provider.data_collection"],
    ["/v1/images/generations/quote", { image: "data:image/png;base64,AAAA" }, "image"],
    ["/v1/images/edits/quote", { image_urls: ["data:image/png;base64,AAAA"] }, "image_urls"],
    ["/v1/videos/generations/quote", { seconds: 8 }, "seconds"],
  ] as const)("refuse fields that must not be dropped (%s)", async (path, more, param) => {
    const response = await running.post(path, { ...BODIES[path], ...more });
    expect(await response.json()).toMatchObject({ error: { code: "invalid_request_error", param } });
  });

  it("tell a model that is not there", async () => {
    const other = await startGateway({
      inference: { quoteChatCompletion: () => Promise.reject(new CenoteError("model_not_found")) },
    });
    const path = "/v1/chat/completions/quote";
    expect((await other.post(path, BODIES[path])).status).toBe(404);
    await other.gateway.close(0);
  });
});
