import type { ChatEvent as ContractEvent, ChatRequest, StreamChatCompletionResponse } from "@cenote/contracts";
import { UsageUnit } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { type ChatEvent, createTokenCounter, ProviderError } from "@cenote/providers";
import { deferred } from "@cenote/testkit";
import { ESTIMATED_TOKENS, chat, context, createTestScope } from "../testing/scope";
import { manualConfirmation } from "../testing/fake-billing";
import { streamChat } from "./stream-chat";

const text = (value: string): ChatEvent => ({ type: "text", text: value });
const usage = (promptTokens: number, completionTokens: number): ChatEvent => ({
  type: "usage",
  usage: { promptTokens, completionTokens, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
});
const finish: ChatEvent = { type: "finish", reason: "stop" };
const never = new AbortController().signal;
const quantity = (request: { usage: { unit: UsageUnit; quantity: bigint }[] } | undefined, unit: UsageUnit) =>
  request?.usage.find((line) => line.unit === unit)?.quantity;

const collect = async (stream: AsyncIterable<StreamChatCompletionResponse>) => {
  const events: NonNullable<ContractEvent["event"]>[] = [];
  let error: unknown;
  try {
    for await (const message of stream) events.push(...message.events.flatMap((event) => event.event ?? []));
  } catch (thrown) {
    error = thrown;
  }
  return { events, error, text: events.flatMap((event) => (event.$case === "text" ? event.value : [])).join("") };
};

describe("a streamed chat", () => {
  test("starts with the model, sends the text in order and ends with usage and cost", async () => {
    const { scope, billing, client } = createTestScope();
    client.streams.plain = [[[text("Hi")], [text(" there"), finish], [usage(5, 2)]]];
    const { events, error } = await collect(streamChat(scope, { context: context(), chat: chat("test/plain") }, never));
    expect(error).toBeUndefined();
    expect(events.map((event) => event.$case)).toEqual(["started", "text", "text", "finished"]);
    expect(events[0]).toMatchObject({ value: { model: "test/plain", info: { attempts: 1 } } });
    expect(events.at(-1)).toMatchObject({
      value: { finishReason: "stop", usage: { promptTokens: 5, completionTokens: 2, totalTokens: 7, costNanoMxn: 7n } },
    });
    expect(billing.settled).toHaveLength(1);
    // The caller has had the answer: it is charged even if the hold was lost meanwhile.
    expect(billing.settled[0]?.requiresHold).toBe(false);
    expect(billing.released).toHaveLength(0);
  });

  test("starts with the prompt's tokens as the provider tells them before its answer, else as they are held", async () => {
    const promptOf = async (...stream: ChatEvent[]): Promise<unknown> => {
      const { scope, client } = createTestScope();
      client.streams.plain = [[stream, [finish, usage(5, 2)]]];
      const { events } = await collect(streamChat(scope, { context: context(), chat: chat("test/plain") }, never));
      return (events[0] as Extract<(typeof events)[0], { $case: "started" }>).value.prompt;
    };
    const told = { promptTokens: 9, completionTokens: 0, cachedTokens: 4, cacheWriteTokens: 3, reasoningTokens: 0 };
    expect(await promptOf({ type: "usage", usage: told }, text("Hi"))).toEqual({ total: 9, cached: 4, cacheWrite: 3 });
    const estimated = { total: ESTIMATED_TOKENS, cached: 0, cacheWrite: 0 };
    expect(await promptOf(text("Hi"))).toEqual(estimated);
    expect(await promptOf(usage(0, 0), text("Hi"))).toEqual(estimated);
  });

  test("sends nothing until the hold is durable", async () => {
    const { scope, billing, client } = createTestScope();
    const confirmation = manualConfirmation(billing);
    client.streams.plain = [[[text("Hi"), finish, usage(1, 1)]]];
    const stream = streamChat(scope, { context: context(), chat: chat("test/plain") }, never);
    let arrived = false;
    const first = stream.next().then((next) => {
      arrived = true;
      return next;
    });
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    expect(client.calls).toHaveLength(1);
    expect(arrived).toBe(false);
    confirmation.resolve();
    expect((await first).done).toBe(false);
    await stream.return();
  });

  test("renews its hold while its reader is slow, and no longer once he has left", async () => {
    const { scope, billing, client, clock } = createTestScope();
    client.streams.plain = [[[text("Hi")], "hang"]];
    const stream = streamChat(scope, { context: context(), chat: chat("test/plain") }, never);
    await stream.next();
    const ttlMs = billing.admitted[0]?.holdTtlMs ?? 0;
    await clock.advance(ttlMs / 3);
    expect(billing.grown).toHaveLength(0);
    await clock.advance(2 * ttlMs);
    expect(billing.grown.length).toBeGreaterThanOrEqual(2);
    expect(billing.grown[0]).toMatchObject({ model: "test/plain", holdTtlMs: ttlMs });
    const times = billing.grown.length;
    await stream.return();
    await clock.advance(2 * ttlMs);
    expect(billing.grown).toHaveLength(times);
    expect(billing.settled).toHaveLength(1);
  });

  test("sends the finish only once the charge is durable", async () => {
    const { scope, billing, client } = createTestScope();
    billing.settlement = deferred();
    client.streams.plain = [[[text("Hi"), finish, usage(1, 1)]]];
    const stream = streamChat(scope, { context: context(), chat: chat("test/plain") }, never);
    await stream.next();
    let arrived = false;
    const last = stream.next().then((next) => {
      arrived = true;
      return next;
    });
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    expect(arrived).toBe(false);
    billing.settlement.resolve();
    expect((await last).value).toMatchObject({ events: [{ event: { $case: "finished" } }] });
  });

  test("if the hold is rejected in the end, aborts the upstream call and reports the error", async () => {
    const { scope, billing, client } = createTestScope();
    billing.refuse.confirm = [new CenoteError("insufficient_balance")];
    client.streams.plain = [[[text("Hi")], "hang"]];
    const { error, events } = await collect(streamChat(scope, { context: context(), chat: chat("test/plain") }, never));
    expect(error).toMatchObject({ code: "insufficient_balance" });
    expect(events).toHaveLength(0);
    expect(client.aborted).toBe(1);
    expect(billing.settled).toHaveLength(0);
    expect(billing.released).toHaveLength(1);
  });

  test("a failure before content moves on to the next route, and nothing of the first is charged", async () => {
    const { scope, billing, client } = createTestScope();
    // Usage of the prompt alone is nothing that a caller has seen.
    client.streams.first = [[[usage(3, 0)], new ProviderError({ kind: "server", status: 500, message: "boom" })]];
    client.streams.second = [[[usage(3, 0)], [text("ok"), finish, usage(3, 1)]]];
    const { events, error } = await collect(
      streamChat(scope, { context: context(), chat: chat("test/two-routes") }, never),
    );
    expect(error).toBeUndefined();
    expect(events[0]).toMatchObject({ value: { info: { attempts: 2 } } });
    expect(billing.settled[0]?.record?.attempts.map(({ route, outcome }) => `${route} ${outcome}`)).toEqual([
      "one/first server",
      "two/second ok",
    ]);
  });

  test("a whole answer ends a row of failures of its route", async () => {
    const { scope, client } = createTestScope();
    const broken = [new ProviderError({ kind: "malformed", message: "?" })];
    const whole = [[text("ok"), finish, usage(3, 1)]];
    const [four, one] = [[broken, broken, broken, broken], [whole]];
    client.streams.plain = [...four, ...one, ...four];
    for (let call = 0; call < 9; call++)
      await collect(streamChat(scope, { context: context(), chat: chat("test/plain") }, never));
    expect(client.calls).toHaveLength(9);
    expect(scope.router.breakers()).toEqual([{ route: "one/plain", state: "closed" }]);
  });

  test("a stream that ends before any content counts as cut, and moves on to the next route", async () => {
    const { scope, billing, client } = createTestScope();
    client.streams.first = [[[usage(3, 0)]]];
    client.streams.second = [[[text("ok"), finish, usage(3, 1)]]];
    const { error } = await collect(streamChat(scope, { context: context(), chat: chat("test/two-routes") }, never));
    expect(error).toBeUndefined();
    expect(billing.settled[0]?.record?.attempts.map(({ route, outcome }) => `${route} ${outcome}`)).toEqual([
      "one/first cut",
      "two/second ok",
    ]);
  });

  test("the caller's fallback models follow the first, and the one that answers is reported and charged", async () => {
    const { scope, billing, client } = createTestScope();
    client.streams.plain = [[new ProviderError({ kind: "unreachable", message: "refused" })]];
    client.streams.able = [[[text("ok"), finish, usage(3, 1)]]];
    const call = chat("test/plain", { fallbackModels: ["test/able", "test/two-routes"] });
    const { events } = await collect(streamChat(scope, { context: context(), chat: call }, never));
    expect(events[0]).toMatchObject({ value: { model: "test/able", info: { attempts: 2 } } });
    expect(billing.settled[0]?.model).toBe("test/able");
  });

  test.each(["rejected", "content_policy", "context_length"] as const)(
    "%s is reported in the provider's words, without trying another route",
    async (kind) => {
      const { scope, billing, client } = createTestScope();
      client.streams.first = [[new ProviderError({ kind, status: 400, message: "the provider's own words" })]];
      const { error } = await collect(streamChat(scope, { context: context(), chat: chat("test/two-routes") }, never));
      expect(error).toMatchObject({
        code: "provider_unavailable",
        message: "the provider's own words",
        retryable: false,
      });
      expect(client.calls).toHaveLength(1);
      expect(billing.released).toHaveLength(1);
      expect(billing.settled).toHaveLength(0);
    },
  );

  test.each([
    [{ maxTokens: 7 }, { code: "invalid_request_error", param: "max_tokens", message: "max_tokens: 7 is too few." }],
    [{}, { code: "provider_unavailable", message: "7 is too few." }],
  ])("a refusal that names a field is a 400 if the caller sent it: %j", async (given, expected) => {
    const { scope, client } = createTestScope();
    client.streams.plain = [
      [new ProviderError({ kind: "rejected", status: 400, message: "7 is too few.", fields: ["max_tokens"] })],
    ];
    const call = chat("test/plain", given);
    const { error } = await collect(streamChat(scope, { context: context(), chat: call }, never));
    expect(error).toMatchObject(expected);
  });

  test("a failure after content is an error after the text, and what was delivered is charged", async () => {
    const { scope, billing, client } = createTestScope();
    client.streams.plain = [[[text("one two ")], [text("three")], new ProviderError({ kind: "cut", message: "cut" })]];
    const seen = await collect(streamChat(scope, { context: context(), chat: chat("test/plain") }, never));
    expect(seen.text).toBe("one two three");
    expect(seen.error).toMatchObject({ code: "provider_unavailable", retryable: false });
    expect(seen.events.some((event) => event.$case === "finished")).toBe(false);
    expect(quantity(billing.settled[0], UsageUnit.USAGE_UNIT_OUTPUT_TOKEN)).toBe(3n);
    expect(quantity(billing.settled[0], UsageUnit.USAGE_UNIT_INPUT_TOKEN)).toBe(7n);
    expect(billing.settled[0]?.record).toMatchObject({
      outcome: "provider_unavailable",
      attempts: [{ outcome: "cut" }],
    });
  });

  test("what was delivered of it is charged even if billing is away for minutes", async () => {
    const { scope, billing, client, clock } = createTestScope();
    client.streams.plain = [[[text("one two")], new ProviderError({ kind: "cut", message: "cut" })]];
    billing.refuse.settle = Array.from({ length: 25 }, () => new CenoteError("overloaded"));
    const done = collect(streamChat(scope, { context: context(), chat: chat("test/plain") }, never));
    await clock.advance(50_000);
    expect((await done).error).toMatchObject({ code: "provider_unavailable" });
    expect(billing.settled).toHaveLength(0);
    await clock.advance(60_000);
    expect(quantity(billing.settled[0], UsageUnit.USAGE_UNIT_OUTPUT_TOKEN)).toBe(2n);
  });

  test("a body that ends without a finish reason is a failure", async () => {
    const { scope, client } = createTestScope();
    client.streams.plain = [[[text("half an")]]];
    const { error } = await collect(streamChat(scope, { context: context(), chat: chat("test/plain") }, never));
    expect(error).toMatchObject({ code: "provider_unavailable" });
  });

  test("a caller who aborts while waiting for a token stops the provider and pays for what arrived", async () => {
    const { scope, billing, client } = createTestScope();
    client.streams.plain = [[[text("one two")], "hang"]];
    const caller = new AbortController();
    const stream = streamChat(scope, { context: context(), chat: chat("test/plain") }, caller.signal);
    await stream.next();
    const pending = stream.next();
    caller.abort();
    await expect(pending).rejects.toMatchObject({ code: "cancelled" });
    expect(client.aborted).toBe(1);
    expect(quantity(billing.settled[0], UsageUnit.USAGE_UNIT_OUTPUT_TOKEN)).toBe(2n);
    expect(billing.settled[0]?.record).toMatchObject({ outcome: "cancelled", attempts: [{ outcome: "aborted" }] });
  });

  test("a reader who leaves between two events pays for what arrived", async () => {
    const { scope, billing, client } = createTestScope();
    client.streams.plain = [[[text("one two")], [text(" three"), finish]]];
    const stream = streamChat(scope, { context: context(), chat: chat("test/plain") }, never);
    await stream.next();
    await stream.return();
    expect(quantity(billing.settled[0], UsageUnit.USAGE_UNIT_OUTPUT_TOKEN)).toBe(2n);
    expect(client.aborted).toBe(1);
    expect(billing.settled[0]?.record).toMatchObject({ outcome: "cancelled", attempts: [{ outcome: "aborted" }] });
  });

  test("nor is what arrived free if the provider's stream can't be closed", async () => {
    const { scope, billing, client } = createTestScope();
    client.streams.plain = [[[text("one two")], [text(" three"), finish]]];
    const open = client.streamChat.bind(client);
    client.streamChat = async function* (...given) {
      const stream = open(...given);
      try {
        yield* stream;
      } finally {
        await Promise.reject(new Error("the connection is broken"));
      }
    };
    const stream = streamChat(scope, { context: context(), chat: chat("test/plain") }, never);
    await stream.next();
    await expect(stream.return()).rejects.toThrow("broken");
    expect(billing.settled).toHaveLength(1);
  });

  test("has the total timeout of its route", async () => {
    const { scope, client } = createTestScope();
    client.streams.plain = [[[text("Hi"), finish]]];
    await collect(streamChat(scope, { context: context(), chat: chat("test/plain") }, never));
    expect(client.calls[0]?.limits).toMatchObject({
      connectMs: 1_000,
      firstContentMs: 5_000,
      idleMs: 5_000,
      totalMs: 60_000,
    });
  });

  test("a caller who leaves during the backoff before a retry stops it, and pays nothing", async () => {
    const { scope, billing, client, clock } = createTestScope();
    client.streams.plain = [[new ProviderError({ kind: "unreachable", message: "refused" })]];
    const caller = new AbortController();
    const done = collect(streamChat(scope, { context: context(), chat: chat("test/plain") }, caller.signal));
    await clock.advance(0);
    caller.abort();
    expect((await done).error).toMatchObject({ code: "cancelled" });
    expect(client.calls).toHaveLength(1);
    expect([billing.released.length, billing.settled.length]).toEqual([1, 0]);
  });

  test("a caller who leaves while the beginning is held back pays for it, though he has not seen it", async () => {
    const { scope, billing, client, clock } = createTestScope();
    client.streams.first = [[[text("one two")], "hang"]];
    const caller = new AbortController();
    const stream = streamChat(scope, { context: context(), chat: chat("test/swift") }, caller.signal);
    const first = stream.next();
    await clock.advance(0);
    caller.abort();
    await first;
    await stream.return();
    expect(client.aborted).toBe(1);
    expect(billing.settled).toMatchObject([{ record: { outcome: "cancelled" } }]);
    expect(billing.released).toHaveLength(0);
  });

  test("a caller who leaves before any content pays nothing", async () => {
    const { scope, billing, client } = createTestScope();
    client.streams.plain = [["hang"]];
    const caller = new AbortController();
    const first = streamChat(scope, { context: context(), chat: chat("test/plain") }, caller.signal).next();
    caller.abort();
    await expect(first).rejects.toMatchObject({ code: "cancelled", rateLimits: { requestsRemaining: 599 } });
    expect(billing.settled).toHaveLength(0);
    expect(billing.released).toHaveLength(1);
  });

  test("the hold grows before the stream exceeds it", async () => {
    const { scope, billing, client } = createTestScope();
    const block = "word ".repeat(40);
    client.streams.plain = [[...Array.from({ length: 6 }, () => [text(block)]), [finish, usage(5, 240)]]];
    await collect(streamChat(scope, { context: context(), chat: chat("test/plain", { maxTokens: 50 }) }, never));
    const held = billing.grown.map((request) =>
      Number(request.estimate.find((line) => line.unit === UsageUnit.USAGE_UNIT_OUTPUT_TOKEN)?.quantity),
    );
    expect(held.length).toBeGreaterThan(0);
    expect(Math.max(...held)).toBeGreaterThanOrEqual(240);
    expect([...held].sort((a, b) => a - b)).toEqual(held);
  });

  test("one with a hold for its maximum is not cut, even if we count more than its provider does", async () => {
    const { scope, billing, client } = createTestScope();
    billing.watched = { outputLimit: 50 };
    client.streams.plain = [[[text("word ".repeat(40))], [text("word ".repeat(20))], [finish, usage(5, 50)]]];
    const { error } = await collect(streamChat(scope, { context: context(), chat: chat("test/plain") }, never));
    expect([error, billing.grown.length]).toEqual([undefined, 0]);
    expect(client.calls).toMatchObject([{ call: { maxTokens: 50 } }]);
  });

  test("one with a hold for its maximum is still cut if its provider generates many times that", async () => {
    const { scope, billing, client } = createTestScope();
    billing.watched = { outputLimit: 50 };
    billing.coveredOutputTokens = 50;
    client.streams.plain = [
      [[text("word ".repeat(100))], [text("word ".repeat(150))], [text("word ".repeat(150))], "hang"],
    ];
    const { error } = await collect(streamChat(scope, { context: context(), chat: chat("test/plain") }, never));
    expect(error).toMatchObject({ code: "insufficient_balance" });
    expect(client.aborted).toBe(1);
    expect(quantity(billing.settled[0], UsageUnit.USAGE_UNIT_OUTPUT_TOKEN)).toBe(400n);
  });

  test("if the balance runs out and the configuration says stop, the stream ends with 402 and is charged so far", async () => {
    const { scope, billing, client } = createTestScope();
    billing.watched = {};
    billing.coveredOutputTokens = 110;
    client.streams.plain = [[[text("start ")], [text("word ".repeat(90))], [text("word ".repeat(310))], "hang"]];
    const { error } = await collect(streamChat(scope, { context: context(), chat: chat("test/plain") }, never));
    expect(error).toMatchObject({ code: "insufficient_balance" });
    expect(client.aborted).toBe(1);
    expect(quantity(billing.settled[0], UsageUnit.USAGE_UNIT_OUTPUT_TOKEN)).toBe(401n);
  });

  test("a billing outage delays the charge, and does not lose it", async () => {
    const { scope, billing, client, clock } = createTestScope();
    billing.refuse.settle = [new CenoteError("overloaded"), new CenoteError("overloaded")];
    client.streams.plain = [[[text("Hi"), finish, usage(1, 1)]]];
    const done = collect(streamChat(scope, { context: context(), chat: chat("test/plain") }, never));
    await clock.advance(5000);
    expect((await done).error).toBeUndefined();
    expect(billing.settled).toHaveLength(1);
  });

  const refusals: { what: string; model: string; options?: Partial<ChatRequest>; code: string; param: string }[] = [
    { what: "an unknown model", model: "test/none", code: "model_not_found", param: "model" },
    { what: "a model of another type", model: "test/embedding", code: "invalid_request_error", param: "model" },
    {
      what: "tools the model lacks",
      model: "test/plain",
      options: { tools: [{ name: "f", description: "", parametersJson: "" }] },
      code: "invalid_request_error",
      param: "tools",
    },
    {
      what: "more tokens than it makes",
      model: "test/plain",
      options: { maxTokens: 5000 },
      code: "invalid_request_error",
      param: "max_tokens",
    },
    {
      what: "an unknown fallback",
      model: "test/plain",
      options: { fallbackModels: ["test/able", "test/none"] },
      code: "model_not_found",
      param: "models[1]",
    },
    {
      what: "no messages",
      model: "test/plain",
      options: { messages: [] },
      code: "invalid_request_error",
      param: "messages",
    },
  ];
  test.each(refusals)(
    "$what: rejected before billing and provider are called",
    async ({ model, options, code, param }) => {
      const { scope, billing, client } = createTestScope();
      const { error } = await collect(streamChat(scope, { context: context(), chat: chat(model, options) }, never));
      expect(error).toMatchObject({ code, param });
      expect(billing.admitted).toHaveLength(0);
      expect(client.calls).toHaveLength(0);
    },
  );

  test("a prompt longer than the model accepts is rejected here; one that only looks long is counted first", async () => {
    const { scope, billing, client } = createTestScope();
    client.streams.plain = [[[text("ok"), finish, usage(1, 1)]]];
    const counter = { ...scope.counter, estimatePrompt: () => 200_000, countPrompt: () => 150_000 };
    const tooLong = await collect(
      streamChat({ ...scope, counter }, { context: context(), chat: chat("test/plain") }, never),
    );
    expect(tooLong.error).toMatchObject({ code: "invalid_request_error", param: "messages" });
    expect(billing.admitted).toHaveLength(0);
    const fits = await collect(
      streamChat(
        { ...scope, counter: { ...counter, countPrompt: () => 100_000 } },
        { context: context(), chat: chat("test/plain") },
        never,
      ),
    );
    expect(fits.error).toBeUndefined();
  });

  test.each([
    ["hold", {}],
    ["budget", { clientTokenId: "00000000-0000-4000-8000-0000000000aa" }],
    ["told usage", {}],
  ] as const)("images are subject to what the model's row says, in its %s", async (what, caller) => {
    const { scope, billing, client } = createTestScope();
    client.streams.plain = [[[text("ok"), finish, ...(what === "told usage" ? [] : [usage(1, 1)])]]];
    const counter = createTokenCounter(Math.random);
    const images = Array.from({ length: 40 }, () => ({
      part: { $case: "image" as const, value: { url: "https://a.test/1.png", detail: "low" } },
    }));
    const [message] = chat("test/seeing").messages;
    if (message === undefined) throw new Error("no message");
    const { error } = await collect(
      streamChat(
        { ...scope, counter },
        { context: context(caller), chat: chat("test/seeing", { messages: [{ ...message, content: images }] }) },
        never,
      ),
    );
    expect(error).toBeUndefined();
    const tokensOf = (lines: readonly { readonly quantity: bigint }[] | undefined) =>
      Number(lines?.[0]?.quantity ?? 0n);
    const told = what === "told usage" ? tokensOf(billing.settled[0]?.usage) : tokensOf(billing.admitted[0]?.estimate);
    expect(told).toBeGreaterThanOrEqual(40 * 2_833);
    expect(told).toBeLessThan(40 * 2_833 + 20);
  });

  test("zdr uses only routes marked for it, and without any says so", async () => {
    const { scope, client } = createTestScope();
    client.streams.second = [[[text("ok"), finish, usage(1, 1)]]];
    await collect(streamChat(scope, { context: context({ zdr: true }), chat: chat("test/two-routes") }, never));
    expect(client.calls.map((call) => call.target.provider)).toEqual(["two"]);
    const { error } = await collect(
      streamChat(scope, { context: context({ zdr: true }), chat: chat("test/plain") }, never),
    );
    expect(error).toMatchObject({ code: "invalid_request_error", param: "zdr" });
  });
});
