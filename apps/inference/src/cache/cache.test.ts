import type { CallContext, ChatRequest } from "@cenote/contracts";
import type { Model } from "@cenote/catalog";
import { CenoteError } from "@cenote/core";
import { type IdempotencyStore } from "@cenote/idempotency";
import { createMemoryIdempotencyStore } from "@cenote/idempotency/testing";
import { type ChatAnswer, type ChatEvent as ProviderEvent, ProviderError } from "@cenote/providers";
import { deferred } from "@cenote/testkit";
import { createKeyedService, type KeyedService, readStream } from "../testing/keyed-service";
import { chat, context } from "../testing/scope";

const usage = { promptTokens: 7, completionTokens: 3, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
const answer = (text: string, rest: Partial<ChatAnswer> = {}): ChatAnswer => ({
  text,
  toolCalls: [],
  finishReason: "stop",
  usage,
  ...rest,
});
const whole = (...texts: string[]): ProviderEvent[][] => [
  ...texts.map((text): ProviderEvent[] => [{ type: "text", text }]),
  [
    { type: "finish", reason: "stop" },
    { type: "usage", usage },
  ],
];
const OTHER_ORGANIZATION = "00000000-0000-4000-8000-000000000002";

let made: KeyedService;
let calls = 0;
beforeEach(() => {
  made = createKeyedService();
  calls = 0;
});

const ask = (
  of: Partial<CallContext> = {},
  options: Partial<ChatRequest> = {},
  model = of.zdr === true ? "test/two-routes" : "test/plain",
) => ({
  context: context({
    requestId: `req_${String(++calls).padStart(24, "0")}`,
    cache: { seconds: 600, refresh: false },
    ...of,
  }),
  chat: chat(model, options),
});
const plain = (...given: Parameters<typeof ask>) => made.service.createChatCompletion(ask(...given));
const streamed = (...given: Parameters<typeof ask>) => readStream(made.service.streamChatCompletion(ask(...given)));
const textOf = ({ message }: Awaited<ReturnType<typeof plain>>) => message?.content[0]?.part?.value;
const providerCalls = () => made.client.calls.length;

describe("a call that asks for the cache", () => {
  beforeEach(() => {
    made.client.answers.plain = [answer("one"), answer("two"), answer("three")];
    made.client.answers.first = [answer("one"), answer("two")];
    made.client.answers.second = [answer("one"), answer("two")];
  });

  test("gets the last answer to the same request, for nothing, and is recorded", async () => {
    const first = await plain();
    const second = await plain({ keyId: "another key" });
    expect([textOf(first), textOf(second)]).toEqual(["one", "one"]);
    expect(second).toMatchObject({ model: first.model, created: first.created, finishReason: "stop" });
    expect(first.info).toMatchObject({ attempts: 1, cache: "miss" });
    expect(second.info).toMatchObject({ attempts: 0, upstreamUs: 0, cache: "hit", rateLimits: { requestsLimit: 600 } });
    expect(second.info?.originalRequestId).toBeUndefined();
    expect(second.usage).toMatchObject({ promptTokens: 7, completionTokens: 3, totalTokens: 10, costNanoMxn: 0n });
    expect(second.usage?.costUsd).toBe("0");
    expect(providerCalls()).toBe(1);
    expect(made.billing.admitted[1]).toMatchObject({ model: "test/plain", estimate: [], cached: true });
    expect(made.billing.settled[1]).toMatchObject({
      model: "test/plain",
      usage: [],
      requiresHold: true,
      record: { kind: "chat", stream: false, outcome: "ok", attempts: [], cached: true },
    });
    expect(made.billing.settled[0]?.record?.cached).toBeUndefined();
    expect(made.found).toEqual(["miss", "hit"]);
  });

  test.each<[string, Partial<CallContext>, Partial<ChatRequest>]>([
    ["another organization", { organizationId: OTHER_ORGANIZATION }, {}],
    ["another temperature", {}, { temperature: 0 }],
    ["fallback models", {}, { fallbackModels: ["test/able"] }],
  ])("gets a new answer with %s", async (_, of, options) => {
    await plain();
    expect(textOf(await plain(of, options))).toBe("two");
  });

  test("gets no answer that is older than it asks for, nor one that was kept for less", async () => {
    await plain();
    await made.clock.advance(60_000);
    expect((await plain({ cache: { seconds: 61, refresh: false } })).info?.cache).toBe("hit");
    const younger = await plain({ cache: { seconds: 60, refresh: false } });
    expect([textOf(younger), younger.info?.cache]).toEqual(["two", "miss"]);
    await made.clock.advance(60_000);
    expect(textOf(await plain())).toBe("three");
  });

  test("gets a new answer if it asks to refresh, which takes the place of the stored one", async () => {
    await plain();
    const fresh = await plain({ cache: { seconds: 600, refresh: true } });
    expect([textOf(fresh), fresh.info?.cache]).toEqual(["two", "miss"]);
    expect(textOf(await plain())).toBe("two");
  });

  test.each<[string, Partial<CallContext>]>([
    ["has zero data retention", { zdr: true }],
    ["was made with a client token", { clientTokenId: "token" }],
  ])("neither gets nor leaves an answer if it %s", async (_, of) => {
    const model = "test/two-routes";
    expect((await plain(of, {}, model)).info?.cache).toBe("bypass");
    expect((await plain({}, {}, model)).info?.cache).toBe("miss");
    const bypassed = await plain(of, {}, model);
    expect([bypassed.info?.cache, bypassed.info?.attempts]).toEqual(["bypass", 1]);
  });

  test.each([0, 2_592_001])("is refused with an age of %d s", async (seconds) => {
    const refused = { code: "invalid_request_error", param: "context.cache.seconds" };
    await expect(plain({ cache: { seconds, refresh: false } })).rejects.toMatchObject(refused);
    expect((await streamed({ cache: { seconds, refresh: false } })).error).toMatchObject(refused);
    expect(providerCalls()).toBe(0);
  });

  test.each([
    ["insufficient_balance", 0],
    ["not_found", 1],
  ] as const)("is refused with billing's %s, after which it is over or released", async (code, released) => {
    await plain();
    made.billing.refuse.settle = [new CenoteError(code)];
    await expect(plain()).rejects.toMatchObject({ code, rateLimits: { requestsRemaining: 599 } });
    expect(made.billing.released).toHaveLength(released);
  });

  test("is refused by the limits before it is recorded", async () => {
    await plain();
    made.billing.refuse.admit = [new CenoteError("rate_limit_exceeded")];
    await expect(plain()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
    expect(made.billing.settled).toHaveLength(1);
  });

  test("is refused as ever if its model has left the catalog", async () => {
    await plain();
    (made.scope.catalog.current().models as Map<string, unknown>).delete("test/plain");
    await expect(plain()).rejects.toMatchObject({ code: "model_not_found" });
  });

  test("is refused as ever if its model was shut down since", async () => {
    await plain();
    const models = made.scope.catalog.current().models as Map<string, Model>;
    const model = models.get("test/plain") as Model;
    const endedRoutes = model.routes.map((route) => ({ ...route, until: "2026-01-01" }));
    models.set("test/plain", { ...model, routes: [], endedRoutes });
    await expect(plain()).rejects.toMatchObject({ code: "model_not_found" });
  });

  test("gets no answer of a fallback model that has left the catalog", async () => {
    made.client.answers.plain = [new ProviderError({ kind: "model_gone", message: "gone" })];
    const fallback = { fallbackModels: ["test/dropping"] };
    made.client.answers.dropping = [answer("one")];
    expect([(await plain({}, fallback)).info?.cache, (await plain({}, fallback)).info?.cache]).toEqual(["miss", "hit"]);
    (made.scope.catalog.current().models as Map<string, unknown>).delete("test/dropping");
    made.client.answers.plain = [answer("two")];
    await expect(plain({}, fallback)).rejects.toMatchObject({ code: "model_not_found" });
  });
});

describe("what is kept", () => {
  test.each<[string, ChatAnswer, Partial<ChatRequest>, "hit" | "miss"]>([
    [
      "tool calls",
      answer("", { toolCalls: [{ id: "a", name: "b", arguments: "{}" }], finishReason: "tool_calls" }),
      {},
      "hit",
    ],
    ["an answer as long as it was asked for", answer("one", { finishReason: "length" }), { maxTokens: 3 }, "hit"],
    ["an answer that another limit ended", answer("one", { finishReason: "length" }), { maxTokens: 4 }, "miss"],
    ["an answer that the model's limit ended", answer("one", { finishReason: "length" }), {}, "miss"],
    ["a refusal", answer("", { refusal: "no" }), {}, "hit"],
    ["a filtered answer", answer("one", { finishReason: "content_filter" }), {}, "miss"],
    ["an empty answer", answer(""), {}, "miss"],
  ])("%s", async (_, given, options, found) => {
    made.client.answers.plain = [given, answer("two")];
    await plain({}, options);
    expect((await plain({}, options)).info?.cache).toBe(found);
  });

  test("no failed, cut or left stream", async () => {
    made.client.streams.plain = [[[{ type: "text", text: "one" }]], whole("two", "three"), whole("four")];
    expect((await streamed()).error?.code).toBe("provider_unavailable");
    await readStream(made.service.streamChatCompletion(ask()), 1);
    await streamed();
    expect(made.found).toEqual(["miss", "miss", "miss"]);
  });

  test("no answer for which a field was left out, if that may be because of a budget", async () => {
    made.client.answers.dropping = [answer("one"), answer("two"), answer("three")];
    const asked = { tools: [{ name: "look", description: "", parametersJson: "{}" }] };
    const ask = (budgeted: boolean) => plain({ budgeted }, asked, "test/dropping");
    const found = [await ask(true), await ask(false), await ask(true)];
    expect(found.map(({ info }) => [info?.cache, info?.droppedFields])).toEqual([
      ["miss", ["tools"]],
      ["miss", ["tools"]],
      ["hit", ["tools"]],
    ]);
  });

  test("no answer that was not paid for", async () => {
    made.client.answers.plain = [answer("one"), answer("two"), answer("three")];
    for (const idempotencyKey of ["", "key"]) {
      made.billing.refuse.settle = [new CenoteError("insufficient_balance")];
      await expect(plain({ idempotencyKey })).rejects.toMatchObject({ code: "insufficient_balance" });
    }
    expect((await plain()).info?.cache).toBe("miss");
  });
});

describe("a stream", () => {
  beforeEach(() => {
    made.client.streams.plain = [whole("o", "ne"), whole("two")];
    made.client.answers.plain = [answer("one"), answer("two")];
  });
  const eventsOf = ({ messages }: Awaited<ReturnType<typeof streamed>>) =>
    messages.flatMap(({ events }) => events).map(({ event }) => event);

  test("gets the stored answer of a plain call", async () => {
    const first = await plain();
    const second = await streamed();
    expect(second.error).toBeUndefined();
    expect(eventsOf(second)).toMatchObject([
      {
        $case: "started",
        value: {
          created: first.created,
          model: "test/plain",
          info: { cache: "hit", attempts: 0 },
          prompt: { total: first.usage?.promptTokens },
        },
      },
      { $case: "text", value: "one" },
      { $case: "finished", value: { finishReason: "stop", usage: { totalTokens: 10, costUsd: "0", costNanoMxn: 0n } } },
    ]);
    expect(made.billing.settled[1]?.record).toMatchObject({ stream: true, cached: true });
  });

  test("leaves its answer to plain calls and streams", async () => {
    expect(eventsOf(await streamed())[0]).toMatchObject({ value: { info: { cache: "miss" } } });
    expect(textOf(await plain())).toBe("one");
    expect(eventsOf(await streamed())[1]).toEqual({ $case: "text", value: "one" });
    expect(providerCalls()).toBe(1);
  });
});

test("a stream's end is not shown before its answer is kept", async () => {
  const kept = deferred();
  const store = createMemoryIdempotencyStore();
  made = createKeyedService({
    store: {
      ...store,
      async insert(record) {
        await kept.promise;
        return store.insert(record);
      },
    },
  });
  made.client.streams.plain = [whole("one")];
  const cases: (string | undefined)[] = [];
  const reading = (async () => {
    for await (const { events } of made.service.streamChatCompletion(ask()))
      cases.push(...events.map(({ event }) => event?.$case));
  })();
  for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
  expect(cases).toContain("text");
  expect(cases).not.toContain("finished");
  kept.resolve();
  await reading;
  expect(cases).toContain("finished");
});

describe("embeddings", () => {
  const request = () => ({
    context: context({ cache: { seconds: 600, refresh: false } }),
    embeddings: { model: "test/embedding", input: [{ input: { $case: "text" as const, value: "hello" } }] },
  });

  test("are given again, for nothing", async () => {
    made.client.embeddings.vectors = [{ vectors: [Buffer.from([1, 2, 3, 4])], promptTokens: 1 }];
    const [first, second] = [
      await made.service.createEmbeddings(request()),
      await made.service.createEmbeddings(request()),
    ];
    expect(second.data).toEqual(first.data);
    expect([first.info?.cache, second.info?.cache]).toEqual(["miss", "hit"]);
    expect(second.usage).toEqual({ promptTokens: 1, totalTokens: 1, costUsd: "0", costNanoMxn: 0n });
    expect(made.billing.settled[1]?.record).toMatchObject({ kind: "embedding", cached: true });
  });
});

describe("with an Idempotency-Key", () => {
  test("the key stands for what its first call was given, and a repeat is neither looked up nor recorded", async () => {
    made.client.answers.plain = [answer("one"), answer("two")];
    await plain();
    const hit = await plain({ idempotencyKey: "key" });
    expect([textOf(hit), hit.info?.cache, hit.usage?.costNanoMxn]).toEqual(["one", "hit", 0n]);
    await plain({ cache: { seconds: 600, refresh: true } });
    const again = await plain({ idempotencyKey: "key" });
    expect([textOf(again), again.info?.replayed, again.info?.cache]).toEqual(["one", true, undefined]);
    expect(made.billing.settled).toHaveLength(3);
  });

  test("a new answer is kept for others once it is paid for", async () => {
    made.client.streams.plain = [whole("one")];
    await streamed({ idempotencyKey: "key" });
    expect(textOf(await plain())).toBe("one");
    expect(made.billing.settled.map(({ record }) => record?.cached)).toEqual([undefined, true]);
  });
});

describe("a store that is away", () => {
  const down = (): Promise<never> => Promise.reject(new Error("away"));
  const hung = (): Promise<never> => new Promise<never>(() => {});

  test.each<[string, () => Promise<never>]>([
    ["refuses", down],
    ["hangs", hung],
  ])("is a miss if it %s", async (_, fail) => {
    const store: IdempotencyStore = { ...createMemoryIdempotencyStore(), insert: fail, find: fail };
    made = createKeyedService({ store });
    made.client.answers.plain = [answer("one")];
    const calling = plain();
    // A quarter of a second to look, a second to keep.
    await made.clock.advance(250);
    await made.clock.advance(1_000);
    expect((await calling).info?.cache).toBe("miss");
  });
});

test("a call that does not ask for the cache does not touch it", async () => {
  const touched = () => Promise.reject(new Error("touched"));
  made = createKeyedService({ store: { insert: touched, find: touched, update: touched, remove: touched } });
  made.client.answers.plain = [answer("one")];
  made.client.streams.plain = [whole("one")];
  expect((await plain({ cache: undefined })).info).not.toHaveProperty("cache");
  expect((await streamed({ cache: undefined })).error).toBeUndefined();
  expect(made.found).toEqual([]);
});
