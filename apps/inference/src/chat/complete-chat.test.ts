import { RENEWED_BEFORE_MS, RENEWED_HOLD_TTL_MS } from "@cenote/calls";
import { UsageUnit } from "@cenote/contracts";
import { CenoteError, parseDecimal, ShuttingDown } from "@cenote/core";
import { type ChatAnswer, type ChatCall, type ChatEvent, ProviderError } from "@cenote/providers";
import { deferred } from "@cenote/testkit";
import type { Step } from "../testing/fake-client";
import { chat, context, createTestScope, type TestScope } from "../testing/scope";
import { completeChat } from "./complete-chat";

const never = new AbortController().signal;
const answer = (options: Partial<ChatAnswer> = {}): ChatAnswer => ({
  text: "Hi there",
  toolCalls: [],
  finishReason: "stop",
  usage: { promptTokens: 100, completionTokens: 2, cachedTokens: 60, cacheWriteTokens: 0, reasoningTokens: 0 },
  ...options,
});

const said = (text: string): ChatEvent[] => [{ type: "text", text }];
const finished: ChatEvent[] = [{ type: "finish", reason: "stop" }];

describe("a non-streaming chat", () => {
  test("returns text, usage and cost; cached tokens are charged only in their own line", async () => {
    const { scope, billing, client } = createTestScope();
    client.answers.plain = [answer()];
    const response = await completeChat(scope, { context: context(), chat: chat("test/plain") }, never);
    expect(response).toMatchObject({
      model: "test/plain",
      finishReason: "stop",
      usage: { promptTokens: 100, completionTokens: 2, totalTokens: 102, cachedTokens: 60 },
    });
    expect(billing.settled[0]?.usage.map(({ unit, quantity }) => [unit, quantity])).toEqual([
      [UsageUnit.USAGE_UNIT_INPUT_TOKEN, 40n],
      [UsageUnit.USAGE_UNIT_OUTPUT_TOKEN, 2n],
      [UsageUnit.USAGE_UNIT_CACHED_INPUT_TOKEN, 60n],
    ]);
  });

  test("has the log probabilities that the provider gave", async () => {
    const { scope, client } = createTestScope();
    const logprobs = { content: [{ token: "one", logprob: -0.5 }] };
    client.answers.plain = [answer({ logprobs })];
    const response = await completeChat(scope, { context: context(), chat: chat("test/plain") }, never);
    expect(JSON.parse(response.logprobsJson)).toEqual(logprobs);
  });

  test("an undelivered answer is charged only if its hold still stands, and withheld otherwise", async () => {
    const { scope, billing, client } = createTestScope();
    client.answers.plain = [answer()];
    await completeChat(scope, { context: context(), chat: chat("test/plain") }, never);
    expect(billing.settled[0]?.requiresHold).toBe(true);
    billing.refuse.settle = [new CenoteError("insufficient_balance")];
    await expect(completeChat(scope, { context: context(), chat: chat("test/plain") }, never)).rejects.toMatchObject({
      code: "insufficient_balance",
    });
  });

  test("keeps its hold while its provider takes its time, and no longer once it is over", async () => {
    const { scope, billing, client, clock } = createTestScope();
    client.answers.plain = ["hang"];
    const leaving = new AbortController();
    const answering = completeChat(scope, { context: context(), chat: chat("test/plain") }, leaving.signal);
    await clock.advance(RENEWED_HOLD_TTL_MS - RENEWED_BEFORE_MS + 10_000);
    // For nothing more, since a hold never shrinks.
    expect(billing.grown).toMatchObject([{ model: "test/plain", estimate: [], holdTtlMs: RENEWED_HOLD_TTL_MS }]);
    leaving.abort();
    await expect(answering).rejects.toMatchObject({ code: "cancelled" });
    await clock.advance(3 * RENEWED_HOLD_TTL_MS);
    expect(billing.grown).toHaveLength(1);
  });

  test("is counted by us if the provider reports no usage", async () => {
    const { scope, client } = createTestScope();
    client.answers.plain = [answer({ usage: undefined })];
    const response = await completeChat(scope, { context: context(), chat: chat("test/plain") }, never);
    expect(response.usage).toMatchObject({ promptTokens: 7, completionTokens: 2 });
  });

  test("counts reasoning, refusal and tool calls", async () => {
    const { scope, client } = createTestScope();
    client.answers.plain = [
      answer({
        text: "one ",
        reasoning: "two three ",
        refusal: "four ",
        toolCalls: [{ id: "i", name: "five ", arguments: "six" }],
        usage: undefined,
      }),
    ];
    const response = await completeChat(scope, { context: context(), chat: chat("test/plain") }, never);
    expect(response.usage).toMatchObject({ completionTokens: 6 });
  });

  test("tokens written to a cache are charged in their own line", async () => {
    const { scope, billing, client } = createTestScope();
    client.answers.plain = [
      answer({
        usage: { promptTokens: 100, completionTokens: 2, cachedTokens: 10, cacheWriteTokens: 60, reasoningTokens: 0 },
      }),
    ];
    await completeChat(scope, { context: context(), chat: chat("test/plain") }, never);
    expect(billing.settled[0]?.usage.map(({ unit, quantity }) => [unit, quantity])).toEqual([
      [UsageUnit.USAGE_UNIT_INPUT_TOKEN, 30n],
      [UsageUnit.USAGE_UNIT_OUTPUT_TOKEN, 2n],
      [UsageUnit.USAGE_UNIT_CACHED_INPUT_TOKEN, 10n],
      [UsageUnit.USAGE_UNIT_CACHE_WRITE_TOKEN, 60n],
    ]);
  });

  test("if every route fails: the most informative error, and the hold is released", async () => {
    const { scope, billing, client, clock } = createTestScope();
    client.answers.first = [new ProviderError({ kind: "unreachable", message: "refused" })];
    client.answers.second = [
      new ProviderError({ kind: "rate_limited", status: 429, message: "slow down", retryAfterMs: 2000 }),
    ];
    const failure = completeChat(scope, { context: context(), chat: chat("test/two-routes") }, never).catch(
      (error: unknown) => error,
    );
    await clock.advance(10_000);
    expect(await failure).toMatchObject({
      code: "provider_unavailable",
      message: "slow down",
      retryAfterMs: 2000,
      retryable: true,
      attempts: billing.released[0]?.record?.attempts.length,
      rateLimits: { requestsLimit: 600, requestsRemaining: 599 },
    });
    expect(billing.released[0]?.record?.attempts.map(({ outcome }) => outcome)).toEqual([
      "unreachable",
      "rate_limited",
      "unreachable",
      "unreachable",
      "rate_limited",
    ]);
    expect(billing.settled).toHaveLength(0);
  });

  test("has the total timeout of its route, whether read whole or as a stream", async () => {
    const { scope, billing, client } = createTestScope();
    client.answers.plain = [answer()];
    await completeChat(scope, { context: context(), chat: chat("test/plain") }, never);
    billing.watched = {};
    client.streams.plain = [
      [
        [
          { type: "text", text: "Hi" },
          { type: "finish", reason: "stop" },
        ],
      ],
    ];
    await completeChat(scope, { context: context(), chat: chat("test/plain") }, never);
    expect(client.calls.map(({ limits }) => limits)).toEqual(
      Array.from({ length: 2 }, () =>
        expect.objectContaining({ connectMs: 1_000, firstContentMs: 5_000, idleMs: 5_000, totalMs: 60_000 }),
      ),
    );
  });

  describe("that takes long", () => {
    const streamed = [
      [
        { type: "text" as const, text: "long" },
        { type: "finish" as const, reason: "stop" as const },
      ],
    ];
    /** As it comes from the wire: after the limit of the first content. */
    const silent = new ProviderError({ kind: "timeout", phase: "first_content", message: "silent" });

    test("is read as a stream by the next route, and at the silent one from then on", async () => {
      const { scope, client, clock } = createTestScope();
      client.answers.first = [silent];
      const answerAtOnce = client.completeChat.bind(client);
      client.completeChat = async (call, target, options) => {
        await clock.advance(options.limits.firstContentMs);
        return answerAtOnce(call, target, options);
      };
      client.streams.second = [streamed];
      client.streams.first = [streamed];
      const ask = () => completeChat(scope, { context: context(), chat: chat("test/two-routes") }, never);
      expect(await ask()).toMatchObject({ info: { attempts: 2 }, message: { content: [{ part: { value: "long" } }] } });
      expect(await ask()).toMatchObject({ info: { attempts: 1 }, message: { content: [{ part: { value: "long" } }] } });
    });

    test("is read as a stream if its caller asks for more than is made in that time", async () => {
      const { scope, client } = createTestScope();
      client.streams.plain = [streamed];
      const asked = { context: context(), chat: chat("test/plain", { maxTokens: 4_000 }) };
      expect(await completeChat(scope, asked, never)).toMatchObject({ finishReason: "stop" });
    });
  });

  test("a caller who leaves during the backoff before a retry stops it, and pays nothing", async () => {
    const { scope, billing, client, clock } = createTestScope();
    client.answers.plain = [new ProviderError({ kind: "unreachable", message: "refused" })];
    const caller = new AbortController();
    const failure = completeChat(scope, { context: context(), chat: chat("test/plain") }, caller.signal).catch(
      (error: unknown) => error,
    );
    await clock.advance(0);
    caller.abort();
    expect(await failure).toMatchObject({ code: "cancelled" });
    expect(client.calls).toHaveLength(1);
    expect(billing.released).toHaveLength(1);
  });

  test("a caller who leaves aborts the provider's call and pays nothing", async () => {
    const { scope, billing, client } = createTestScope();
    client.answers.plain = ["hang"];
    const caller = new AbortController();
    const pending = completeChat(scope, { context: context(), chat: chat("test/plain") }, caller.signal);
    caller.abort();
    await expect(pending).rejects.toMatchObject({ code: "cancelled" });
    expect(client.aborted).toBe(1);
    expect(billing.released).toHaveLength(1);
  });

  test("a caller who leaves just as the provider finishes pays for the answer", async () => {
    const { scope, billing, client } = createTestScope();
    client.answers.plain = [answer()];
    const caller = new AbortController();
    const pending = completeChat(scope, { context: context(), chat: chat("test/plain") }, caller.signal);
    while (client.calls.length === 0) await Promise.resolve();
    caller.abort();
    await pending;
    expect(billing.settled).toMatchObject([{ requiresHold: true, record: { outcome: "cancelled" } }]);
    expect(billing.released).toHaveLength(0);
  });

  test("a whole answer that we do not deliver, because the process stops, is not charged", async () => {
    const { scope, billing, client } = createTestScope();
    client.answers.plain = [answer()];
    const caller = new AbortController();
    const pending = completeChat(scope, { context: context(), chat: chat("test/plain") }, caller.signal);
    while (client.calls.length === 0) await Promise.resolve();
    caller.abort(new ShuttingDown());
    await expect(pending).rejects.toMatchObject({ code: "overloaded" });
    expect([billing.settled.length, billing.released.length]).toEqual([0, 1]);
  });

  describe("whose caller leaves while it is read as a stream", () => {
    const leave = async (steps: Step[], reason?: CenoteError) => {
      const { scope, billing, client, clock } = createTestScope();
      client.streams.plain = [[...steps, "hang"]];
      const caller = new AbortController();
      const asked = { context: context(), chat: chat("test/plain", { maxTokens: 4_000 }) };
      const failure = completeChat(scope, asked, caller.signal).catch((error: unknown) => error);
      await clock.advance(0);
      caller.abort(reason);
      expect(await failure).toMatchObject({ code: "cancelled" });
      expect(client.aborted).toBe(1);
      return billing;
    };
    const OUTPUT = UsageUnit.USAGE_UNIT_OUTPUT_TOKEN;

    test.each<[string, ChatEvent, bigint]>([
      ["text", { type: "text", text: "two words" }, 2n],
      ["reasoning", { type: "reasoning", text: "three more words" }, 3n],
    ])("is charged for the prompt and the %s made until then", async (_, event, tokens) => {
      const billing = await leave([[event]]);
      expect(billing.settled).toMatchObject([
        { requiresHold: true, record: { outcome: "cancelled", attempts: [{ outcome: "aborted" }] } },
      ]);
      expect(billing.settled[0]?.usage.find(({ unit }) => unit === OUTPUT)?.quantity).toBe(tokens);
      expect(billing.released).toHaveLength(0);
    });

    test("is free if the provider has made nothing yet", async () => {
      const billing = await leave([]);
      expect([billing.settled.length, billing.released.length]).toEqual([0, 1]);
    });

    test("is free if it was cut by us", async () => {
      const billing = await leave([[{ type: "text", text: "two words" }]], new ShuttingDown());
      expect([billing.settled.length, billing.released.length]).toEqual([0, 1]);
    });

    test.each(["key_revoked", "invalid_request_error", "overloaded"] as const)(
      "is charged if he had his connection closed instead, with %s",
      async (code) => {
        const billing = await leave([[{ type: "text", text: "two words" }]], new CenoteError(code));
        expect([billing.settled.length, billing.released.length]).toEqual([1, 0]);
      },
    );
  });

  test("an organization that left a plain answer has its next ones read as streams, so that they are paid for", async () => {
    const { scope, billing, client, clock } = createTestScope();
    client.answers.plain = ["hang"];
    client.streams.plain = [[[{ type: "text", text: "two words" }], "hang"]];
    const leave = async () => {
      const caller = new AbortController();
      const asked = { context: context(), chat: chat("test/plain") };
      const failure = completeChat(scope, asked, caller.signal).catch((error: unknown) => error);
      await clock.advance(0);
      caller.abort();
      await failure;
    };
    await leave();
    expect([billing.settled.length, billing.released.length]).toEqual([0, 1]);
    await leave();
    expect([billing.settled.length, billing.released.length]).toEqual([1, 1]);
  });

  describe("of an organization that left one, at a route that refuses streams", () => {
    const refused = (kind: "rejected" | "unexplained") =>
      new ProviderError({ kind, status: 403, message: "no streams" });
    const ask = ({ scope }: TestScope, options: Parameters<typeof chat>[1] = {}) =>
      completeChat(scope, { context: context(), chat: chat("test/plain", options) }, never);

    test.each(["rejected", "unexplained"] as const)(
      "is asked for plainly, and from then on at once: %s",
      async (kind) => {
        const tried = createTestScope();
        tried.scope.leftAnswers.note(context());
        tried.client.streams.plain = [[refused(kind)]];
        tried.client.answers.plain = [answer()];
        expect(await ask(tried)).toMatchObject({ finishReason: "stop", info: { attempts: 1 } });
        expect(tried.client.calls).toHaveLength(2);
        await ask(tried);
        expect(tried.client.calls).toHaveLength(3);
        expect(tried.billing.settled).toHaveLength(2);
      },
    );

    test("has the time of its route once: what the refusal took of it is gone", async () => {
      const tried = createTestScope();
      tried.scope.leftAnswers.note(context());
      const stream = deferred<ChatEvent[]>();
      tried.client.streams.plain = [[stream.promise]];
      tried.client.answers.plain = [answer()];
      const asked = ask(tried);
      await tried.clock.advance(500);
      stream.reject(refused("rejected"));
      await asked;
      expect(tried.client.calls.map(({ limits }) => limits.totalMs)).toEqual([60_000, 59_500]);
    });

    test("has the provider's error if that is refused too, and the route is still asked for streams", async () => {
      const tried = createTestScope();
      tried.scope.leftAnswers.note(context());
      tried.client.streams.plain = [[refused("rejected")], [said("streamed"), finished]];
      tried.client.answers.plain = [new ProviderError({ kind: "rejected", message: "wrong" })];
      await expect(ask(tried)).rejects.toMatchObject({ code: "provider_unavailable", message: "wrong" });
      expect((await ask(tried)).message?.content).toEqual([{ part: { $case: "text", value: "streamed" } }]);
    });

    test.each<[string, Step[], object]>([
      ["that had begun", [said("two words"), refused("rejected")], {}],
      ["that was needed for another reason", [refused("rejected")], { maxTokens: 4_000 }],
      ["that failed otherwise", [new ProviderError({ kind: "content_policy", message: "no" })], {}],
    ])("is not asked for again instead of a stream %s", async (_what, steps, options) => {
      const tried = createTestScope();
      tried.scope.leftAnswers.note(context());
      tried.client.streams.plain = [steps];
      await expect(ask(tried, options)).rejects.toBeInstanceOf(CenoteError);
      expect(tried.client.calls).toHaveLength(1);
    });
  });

  test.each(["rate_limit_exceeded", "insufficient_balance"] as const)(
    "%s prevents the provider's call",
    async (code) => {
      const { scope, billing, client } = createTestScope();
      billing.refuse.admit = [new CenoteError(code)];
      await expect(completeChat(scope, { context: context(), chat: chat("test/plain") }, never)).rejects.toMatchObject({
        code,
      });
      expect(client.calls).toHaveLength(0);
    },
  );

  test("a model whose provider has no key is not there, and nothing is charged", async () => {
    const { scope, billing } = createTestScope();
    await expect(completeChat(scope, { context: context(), chat: chat("test/keyless") }, never)).rejects.toMatchObject({
      code: "model_not_found",
    });
    expect(billing.settled).toHaveLength(0);
  });

  test("the hold covers the prompt and the caller's maximum", async () => {
    const { scope, billing, client } = createTestScope();
    client.answers.plain = [answer()];
    await completeChat(scope, { context: context(), chat: chat("test/plain", { maxTokens: 33 }) }, never);
    await completeChat(scope, { context: context(), chat: chat("test/plain") }, never);
    expect(billing.admitted.map((request) => request.estimate.map((line) => Number(line.quantity)))).toEqual([
      [10, 33],
      [10, 100],
    ]);
  });

  describe("of a caller who may not overdraw", () => {
    const words = (count: number): ChatEvent[] =>
      Array.from({ length: count }, () => ({ type: "text", text: "word " }));
    const told = { promptTokens: 9, completionTokens: 30, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };

    test("requests at most the tokens that are paid for, or fewer if the caller asked for fewer", async () => {
      const { scope, billing, client } = createTestScope();
      client.answers.plain = [answer()];
      billing.watched = { outputLimit: 60 };
      for (const options of [{}, { maxTokens: 61 }, { maxTokens: 12 }])
        await completeChat(scope, { context: context(), chat: chat("test/plain", options) }, never);
      expect(client.calls.map(({ call }) => (call as ChatCall).maxTokens)).toEqual([60, 60, 12]);
    });

    test("is read as a stream if it may outgrow its hold, with the same result", async () => {
      const { scope, billing, client } = createTestScope();
      billing.watched = {};
      client.streams.plain = [
        [
          words(20),
          words(10),
          [
            { type: "finish", reason: "stop" },
            { type: "usage", usage: told },
          ],
        ],
      ];
      const response = await completeChat(scope, { context: context(), chat: chat("test/plain") }, never);
      expect(response).toMatchObject({ finishReason: "stop", usage: { promptTokens: 9, completionTokens: 30 } });
      expect(response.message?.content).toEqual([{ part: { $case: "text", value: "word ".repeat(30) } }]);
      expect(billing.settled[0]?.requiresHold).toBe(true);
    });

    test("ends when its hold can't grow any further, and pays for what was generated", async () => {
      const { scope, billing, client } = createTestScope();
      billing.watched = {};
      billing.coveredOutputTokens = 110;
      client.streams.plain = [[words(70), words(30), words(40), "hang"]];
      const response = await completeChat(scope, { context: context(), chat: chat("test/plain") }, never);
      expect(response).toMatchObject({ finishReason: "length", usage: { completionTokens: 140 } });
      expect([billing.grown.length, billing.settled.length, billing.released.length, client.aborted]).toEqual([
        1, 1, 0, 1,
      ]);
    });

    test("is not cut by our count of it if its `max_tokens` is covered, though read as a stream", async () => {
      const { scope, billing, client } = createTestScope();
      scope.leftAnswers.note(context());
      billing.watched = { outputLimit: 60 };
      billing.coveredOutputTokens = 60;
      client.streams.plain = [
        [
          words(50),
          words(10),
          words(10),
          [
            { type: "finish", reason: "stop" },
            { type: "usage", usage: told },
          ],
        ],
      ];
      const response = await completeChat(scope, { context: context(), chat: chat("test/plain") }, never);
      expect(response).toMatchObject({ finishReason: "stop", usage: { completionTokens: 30 } });
      expect(billing.grown).toHaveLength(0);
    });

    test("is limited by the price of the model that answers, skipping one whose prompt costs too much", async () => {
      const { scope, billing, client } = createTestScope();
      const { models } = scope.catalog.current();
      const priced = (id: string, input: string, output: string) =>
        Object.assign(models.get(id) ?? {}, {
          prices: [
            { unit: "input_token", variant: "", usdEach: parseDecimal(input) },
            { unit: "output_token", variant: "", usdEach: parseDecimal(output) },
          ],
        });
      priced("test/plain", "1", "1");
      priced("test/able", "1", "4");
      priced("test/swift", "30", "1");
      billing.watched = { outputLimit: 50 };
      client.answers.plain = [new ProviderError({ kind: "server", message: "down" })];
      client.answers.able = [answer()];
      // A prompt of 10: 410 is held for 100 tokens of the most expensive model, of which 210 are covered with 50
      // tokens.
      await completeChat(
        scope,
        { context: context(), chat: chat("test/plain", { fallbackModels: ["test/swift", "test/able"] }) },
        never,
      );
      expect(client.calls.map(({ target, call }) => [target.model, (call as ChatCall).maxTokens])).toEqual([
        ["plain", 200],
        ["able", 50],
      ]);
    });

    test("is retried on another route if the first one cuts it, and pays for one answer", async () => {
      const { scope, billing, client } = createTestScope();
      billing.watched = {};
      client.streams.first = [[words(20), new ProviderError({ kind: "cut", message: "cut" })]];
      client.streams.second = [[words(3), [{ type: "finish", reason: "stop" }]]];
      const response = await completeChat(scope, { context: context(), chat: chat("test/two-routes") }, never);
      expect(response.message?.content).toEqual([{ part: { $case: "text", value: "word word word " } }]);
      expect(billing.settled).toHaveLength(1);
    });
  });
});
