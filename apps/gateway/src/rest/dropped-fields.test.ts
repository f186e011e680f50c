import { createEventFeed } from "../testing/event-feed";
import { sampleAnswer, sampleFinished, sampleInfo, textEvent } from "../testing/samples";
import { type RunningGateway, startGateway } from "../testing/start-gateway";

const DROPPED = "x-gateway-dropped-fields";
const CHAT = "/v1/chat/completions";
const messages = [{ role: "user", content: "hi" }];

describe("fields that the model can't honour", () => {
  const info = { ...sampleInfo, droppedFields: ["max_tokens", "stop"] };
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway({
      inference: {
        createChatCompletion: () => Promise.resolve({ ...sampleAnswer, info }),
        streamChatCompletion: (_request, signal) => {
          const feed = createEventFeed(signal);
          feed.push({ $case: "started", value: { created: 1n, model: "m", info } }, textEvent("a"), sampleFinished);
          feed.end();
          return feed;
        },
      },
    });
  });
  afterAll(async () => {
    await running.gateway.close(0);
  });

  const ask = async (path: string, body: object, headers?: Record<string, string>) => {
    const response = await running.post(path, { model: "openai/gpt-4o-mini", ...body }, headers && { headers });
    return { dropped: response.headers.get(DROPPED), text: await response.text() };
  };

  it.each<[string, object, string]>([
    [CHAT, { messages, max_completion_tokens: 9 }, "max_completion_tokens, stop"],
    [CHAT, { messages, max_tokens: 9 }, "max_tokens, stop"],
    ["/v1/responses", { input: "hi", max_output_tokens: 9 }, "max_output_tokens, stop"],
    ["/v1/messages", { messages, max_tokens: 9 }, "max_tokens, stop_sequences"],
  ])("are named as the caller of %s did, in plain answers and streams: %j", async (path, body, dropped) => {
    expect((await ask(path, body)).dropped).toBe(dropped);
    expect((await ask(path, { ...body, stream: true })).dropped).toBe(dropped);
  });

  it("are named as each reader of a resumable stream did", async () => {
    const body = { messages, stream: true, resumable: true };
    const first = await ask(CHAT, { ...body, max_completion_tokens: 9 });
    expect(first.dropped).toBe("max_completion_tokens, stop");
    const id = /^id: (\S+)$/m.exec(first.text)?.[1] ?? "";
    const again = { "Last-Event-ID": id };
    expect((await ask(CHAT, { ...body, max_completion_tokens: 9 }, again)).dropped).toBe("max_completion_tokens, stop");
    expect((await ask(CHAT, { ...body, max_tokens: 9 }, again)).dropped).toBe("max_tokens, stop");
  });
});
