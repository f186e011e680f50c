/**
 * Checks what our provider client sends to Google and reads from it, against the simulator that Google's own client has
 * validated.
 */
import { silentLog, systemClock } from "@cenote/core";
import {
  type ChatAnswer,
  type ChatCall,
  type ChatEvent,
  FAMILIES,
  type ProviderClient,
  ProviderError,
  type Target,
  createHttp,
  createProviderClient,
} from "@cenote/providers";
import { withSimulator } from "../testing/with-simulator";

const KEY = "AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY";
const simulator = withSimulator();
const http = createHttp();
let client: ProviderClient;

beforeAll(async () => {
  client = createProviderClient(FAMILIES.get("google")!, { http, clock: systemClock, log: silentLog });
});
afterAll(async () => {
  await http.close();
});

const limits = { connectMs: 5_000, firstContentMs: 10_000, idleMs: 10_000, totalMs: 20_000 };
const options = (signal = new AbortController().signal) => ({ limits, signal });
const target = (model = "gemini-2.5-flash", over: Partial<Target> = {}): Target => ({
  provider: "google",
  baseUrl: `${simulator.url}/google`,
  apiKey: KEY,
  model,
  ...over,
});
const ask = (content: string, over: Partial<ChatCall> = {}): ChatCall => ({
  messages: [{ role: "user", content }],
  ...over,
});
const complete = (call: ChatCall, to = target()) => client.completeChat(call, to, options());

const readAll = async (call: ChatCall, to = target()): Promise<ChatEvent[]> => {
  const events: ChatEvent[] = [];
  for await (const some of client.streamChat(call, to, options())) events.push(...some);
  return events;
};

/** Folds a stream into an answer. */
const streamed = async (call: ChatCall, to = target()): Promise<Omit<ChatAnswer, "logprobs">> => {
  const events = await readAll(call, to);
  const of = <Type extends ChatEvent["type"]>(type: Type) =>
    events.filter((event): event is Extract<ChatEvent, { type: Type }> => event.type === type);
  const textOf = (type: "text" | "reasoning") =>
    of(type)
      .map(({ text }) => text)
      .join("");
  const details = of("reasoning_detail").map(({ detail }) => detail);
  return {
    text: textOf("text"),
    finishReason: of("finish")[0]!.reason,
    usage: of("usage").at(-1)!.usage,
    toolCalls: of("tool_call").map(({ id = "", name = "", arguments: json }) => ({ id, name, arguments: json })),
    ...(textOf("reasoning") === "" ? {} : { reasoning: textOf("reasoning") }),
    ...(details.length === 0 ? {} : { reasoningDetails: details }),
  };
};

const failureOf = async (outcome: Promise<unknown>): Promise<ProviderError> => {
  const error: unknown = await outcome.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
};

describe("chat with Gemini", () => {
  test("answers the same streamed and plain: text, thoughts, cached tokens, usage", async () => {
    const call = ask("Tell me of the river, por favor [[sim words=40 cached=6 reasoning=5]]", {
      messages: [
        { role: "system", content: "Be kind." },
        { role: "user", content: "Tell me of the river [[sim words=40 cached=6 reasoning=5]]" },
      ],
    });
    const plain = await complete(call);
    expect(plain).toMatchObject({
      finishReason: "stop",
      toolCalls: [],
      usage: { cachedTokens: 6, cacheWriteTokens: 0 },
    });
    expect(plain.reasoning?.split(" ")).toHaveLength(5);
    expect(plain.usage!.completionTokens).toBeGreaterThan(plain.usage!.reasoningTokens);
    expect(await streamed(call)).toEqual(plain);
  });

  test("respects token limits and stop sequences", async () => {
    expect(await complete(ask("Hi", { maxTokens: 5, reasoningEffort: "none" }))).toMatchObject({
      finishReason: "length",
      usage: { completionTokens: 5, reasoningTokens: 0 },
    });
    expect((await complete(ask('Hi [[sim text="one, two, three"]]', { stop: [", three"] }))).text).toBe("one, two");
  });

  test("sends every parameter a model supports", async () => {
    const all = ask("Hi", {
      temperature: 2,
      topP: 1,
      seed: 1,
      presencePenalty: 1,
      frequencyPenalty: -1,
      logprobs: true,
      topLogprobs: 2,
      user: "u",
    });
    const { text, logprobs } = await complete(all, target("gemini-2.0-flash"));
    const { content } = logprobs as { content: { token: string; top_logprobs: unknown[] }[] };
    expect(content.map(({ token }) => token).join("")).toBe(text);
    expect(content[0]?.top_logprobs).toHaveLength(2);
    expect((await complete(all, target("gemini-3.5-flash"))).logprobs).toBeUndefined();
  });

  test.each(["none", "minimal", "low", "medium", "high", "xhigh", "max"])(
    "uses effort %s in the form each model supports",
    async (reasoningEffort) => {
      for (const model of [
        "gemini-2.0-flash",
        "gemini-2.5-flash",
        "gemini-2.5-pro",
        "gemini-3.5-flash",
        "gemini-3.1-pro-preview",
        "gemma-3-27b-it",
      ]) {
        expect((await complete(ask("Hi", { reasoningEffort }), target(model))).finishReason).toBe("stop");
      }
    },
  );

  test("accepts images", async () => {
    const see = (image: string): ChatCall => ({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Look" },
            { type: "image", url: image },
          ],
        },
      ],
    });
    for (const image of ["data:image/png;base64,AA==", "https://example.com/a.png"])
      expect((await complete(see(image))).usage!.promptTokens).toBeGreaterThan(258);
    expect(await failureOf(complete(see("https://example.com/a.png"), target("gemini-2.0-flash")))).toMatchObject({
      kind: "invalid",
      param: "messages",
    });
  });

  test("answers in JSON that follows a schema", async () => {
    const schema = {
      $schema: "x",
      type: "object",
      properties: { kind: { const: "film" }, year: { $ref: "#/$defs/year", description: "When" } },
      required: ["kind", "year"],
      $defs: { year: { type: "integer" } },
    };
    const { text } = await complete(ask("A film", { responseFormat: { type: "json_schema", name: "film", schema } }));
    expect(JSON.parse(text)).toEqual({ kind: "film", year: expect.any(Number) });
    expect(typeof JSON.parse((await complete(ask("Anything", { responseFormat: { type: "json_object" } }))).text)).toBe(
      "object",
    );
  });

  test("continues an answer from its prefix", async () => {
    const user = { role: "user", content: "Tell me of the forest [[sim words=20]]" } as const;
    const whole = (await complete({ messages: [user] })).text;
    expect(
      whole.slice(0, 30) +
        (await complete({ messages: [user, { role: "assistant", content: whole.slice(0, 30) }] })).text,
    ).toBe(whole);
  });

  test("reports a filtered answer, and a blocked prompt as a refusal", async () => {
    expect(await streamed(ask("Do harm [[sim refuse]]"))).toMatchObject({ text: "", finishReason: "content_filter" });
    for (const outcome of [complete, readAll])
      expect(await failureOf(outcome(ask("Do harm [[sim refuse code=SAFETY]]")))).toMatchObject({
        kind: "content_policy",
      });
  });
});

describe("functions of Gemini", () => {
  const tool = (name: string) => ({
    name,
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  });
  const tools = [tool("get_weather"), tool("get_time"), { name: "ping" }];

  test("are called in parallel, the same streamed and plain", async () => {
    const call = ask("Call get_weather and get_time", { tools });
    const plain = await complete(call);
    expect(plain.finishReason).toBe("tool_calls");
    expect(plain.toolCalls.map(({ name, arguments: json }) => [name, JSON.parse(json)])).toEqual([
      ["get_weather", { city: expect.any(String) }],
      ["get_time", { city: expect.any(String) }],
    ]);
    const again = await streamed(call);
    expect(again.toolCalls.map(({ name, arguments: json }) => [name, json])).toEqual(
      plain.toolCalls.map(({ name, arguments: json }) => [name, json]),
    );
    // Google assigns no id here, so a call is named after its answer.
    expect(new Set([...plain.toolCalls, ...again.toolCalls].map(({ id }) => id)).size).toBe(4);
  });

  test("are called by the caller's names, though Gemini accepts none that begins with a digit", async () => {
    const call = ask("2fa_check, please", {
      tools: [tool("2fa_check"), tool("_2fa_check")],
      toolChoice: { mode: "function", name: "2fa_check" },
    });
    for (const answer of [await complete(call), await streamed(call)]) {
      expect(answer.toolCalls).toMatchObject([{ name: "2fa_check" }]);
      const results = answer.toolCalls.map(({ id }) => ({ role: "tool" as const, toolCallId: id, content: "right" }));
      const next: ChatCall = {
        tools: call.tools ?? [],
        messages: [...call.messages, { role: "assistant", content: "", toolCalls: answer.toolCalls }, ...results],
      };
      expect(await complete(next)).toMatchObject({ finishReason: "stop" });
    }
  });

  test("may have no arguments, be forced, or be forbidden", async () => {
    expect((await complete(ask("ping", { tools }))).toolCalls).toMatchObject([{ name: "ping", arguments: "{}" }]);
    expect(
      (await complete(ask("Hi", { tools, toolChoice: { mode: "function", name: "get_time" } }))).toolCalls,
    ).toMatchObject([{ name: "get_time" }]);
    expect((await complete(ask("Hi", { tools, toolChoice: { mode: "required" } }))).toolCalls).toHaveLength(1);
    expect(
      (await complete(ask("ping", { tools, toolChoice: { mode: "none" }, responseFormat: { type: "json_object" } })))
        .toolCalls,
    ).toEqual([]);
  });

  test.each(["gemini-2.5-flash", "gemini-3.5-flash"])(
    "are continued after their results with %s, with signatures sent back or omitted",
    async (model) => {
      const first = ask("get_weather and get_time, please", { tools });
      const { toolCalls, reasoningDetails } = await streamed(first, target(model));
      expect(reasoningDetails).toEqual([
        { family: "google", encrypted: expect.any(String), toolCallId: toolCalls[0]?.id, madeBy: `google/${model}` },
      ]);
      for (const details of [reasoningDetails, undefined]) {
        const results = toolCalls.map(({ id }, index) => ({
          role: "tool" as const,
          toolCallId: id,
          content: index === 0 ? "rain" : '{"time":"10:30"}',
        }));
        const assistant = {
          role: "assistant" as const,
          content: "",
          toolCalls,
          ...(details === undefined ? {} : { reasoningDetails: details }),
        };
        const second = await complete({ messages: [...first.messages, assistant, ...results], tools }, target(model));
        expect(second).toMatchObject({ finishReason: "stop", text: expect.stringMatching(/\S/) });
      }
    },
  );

  test("have signed text too, whose signature is accepted back", async () => {
    const { text, reasoningDetails } = await streamed(ask("Hi"), target("gemini-3.5-flash"));
    expect(reasoningDetails).toEqual([
      { family: "google", encrypted: expect.any(String), madeBy: "google/gemini-3.5-flash" },
    ]);
    const next = await complete(
      {
        messages: [
          { role: "user", content: "Hi" },
          { role: "assistant", content: text, reasoningDetails: reasoningDetails! },
          { role: "user", content: "Go on" },
        ],
      },
      target("gemini-3.5-flash"),
    );
    expect(next.finishReason).toBe("stop");
  });
});

describe("failures of Gemini", () => {
  test.each<[string, object, (() => Target)?]>([
    ["Hi", { kind: "credentials", status: 400 }, () => target("gemini-2.5-flash", { apiKey: "invalid-key" })],
    ["Hi", { kind: "model_gone", status: 404 }, () => target("missing-model")],
    ["[[sim fault=status status=429 retry_after=3]]", { kind: "rate_limited", status: 429, retryAfterMs: 3_000 }],
    ["[[sim fault=status status=429 code=insufficient_quota]]", { kind: "quota", status: 429 }],
    ["[[sim fault=status status=400 code=context_length_exceeded]]", { kind: "context_length", status: 400 }],
    ["[[sim fault=status status=400 code=content_policy_violation]]", { kind: "content_policy" }],
    ["[[sim fault=status status=403]]", { kind: "unexplained" }],
    [
      "[[sim fault=status status=503]]",
      { kind: "server", message: "The model is overloaded. Please try again later." },
    ],
    ["[[sim fault=status status=502 body=html]]", { kind: "server", message: "HTTP 502 with a web page: 502 Error" }],
    ["[[sim fault=status status=500 body=empty]]", { kind: "server", message: "HTTP 500 without a message." }],
    ["[[sim fault=error_200 status=503]]", { kind: "server", status: 503 }],
    ["[[sim fault=reset]]", { kind: "unreachable" }],
    [
      `[[sim fault=status status=403 message="Consumer 'api_key:${KEY}' has been suspended."]]`,
      { message: "Consumer 'api_key:[redacted]' has been suspended." },
    ],
  ])("%s, streamed and plain", async (prompt, facts, to = () => target()) => {
    for (const outcome of [complete, readAll]) expect(await failureOf(outcome(ask(prompt), to()))).toMatchObject(facts);
  });

  test.each([
    [
      "[[sim words=9 fault=error_event after=3 status=503 message=overheated]]",
      { kind: "server", message: "overheated" },
    ],
    ["[[sim words=9 fault=cut after=3]]", { kind: "cut" }],
    ["[[sim words=9 fault=reset after=3]]", { kind: "cut" }],
    ["[[sim words=9 finish=MALFORMED_FUNCTION_CALL]]", { kind: "server" }],
  ])("in the middle of a stream: %s", async (prompt, facts) => {
    expect(await failureOf(readAll(ask(prompt, { reasoningEffort: "none" })))).toMatchObject(facts);
  });

  test("in one event of a stream are skipped, and a stream may arrive byte by byte", async () => {
    const whole = await streamed(ask("Hi", { reasoningEffort: "none" }));
    expect((await streamed(ask("Hi [[sim fault=malformed after=2]]", { reasoningEffort: "none" }))).text).toBe(
      whole.text,
    );
    expect((await streamed(ask("Hi [[sim split=7]]", { reasoningEffort: "none" }))).text).toBe(whole.text);
  });

  test("a caller that leaves ends the provider's work", async () => {
    await fetch(`${simulator.url}/__simulator/calls`, { method: "DELETE" });
    const caller = new AbortController();
    const events = client
      .streamChat(ask("Hi [[sim words=500 chunk_ms=5]]"), target(), options(caller.signal))
      [Symbol.asyncIterator]();
    await events.next();
    caller.abort();
    await expect(events.next()).rejects.toMatchObject({ kind: "aborted" });
    const { calls } = (await (await fetch(`${simulator.url}/__simulator/calls?idle_within_ms=5000`)).json()) as {
      calls: unknown[];
    };
    expect(calls).toMatchObject([{ outcome: "aborted", stream: true }]);
  });
});

describe("embeddings of Google", () => {
  const embed = (inputs: number, dimensions?: number, model = "gemini-embedding-001") =>
    client.embed(
      {
        input: Array.from({ length: inputs }, (_, i) => `text ${i}`),
        ...(dimensions === undefined ? {} : { dimensions }),
      },
      target(model),
      options(),
    );
  const lengthOf = (vector: Buffer) =>
    Math.hypot(...Array.from({ length: vector.length / 4 }, (_, i) => vector.readFloatLE(i * 4)));

  test("have length 1, full and truncated", async () => {
    const [whole, cut] = await Promise.all([embed(2), embed(2, 8)]);
    expect(whole.vectors.map(({ length }) => length)).toEqual([3_072 * 4, 3_072 * 4]);
    for (const vector of [...whole.vectors, ...cut.vectors]) expect(lengthOf(vector)).toBeCloseTo(1, 4);
    expect(whole.promptTokens).toBeUndefined();
  });

  test("of more inputs than Google accepts at once are in order, with their tokens added up", async () => {
    const [many, last] = await Promise.all([
      embed(250, 4, "gemini-embedding-2"),
      client.embed({ input: ["text 249"], dimensions: 4 }, target("gemini-embedding-2"), options()),
    ]);
    expect(many.vectors).toHaveLength(250);
    expect(many.vectors[249]).toEqual(last.vectors[0]);
    expect(many.promptTokens).toBe(250 * last.promptTokens!);
  });

  test("reject token arrays", async () => {
    expect(await failureOf(client.embed({ input: [[1, 2]] }, target("gemini-embedding-001"), options()))).toMatchObject(
      { kind: "invalid", param: "input" },
    );
  });
});
