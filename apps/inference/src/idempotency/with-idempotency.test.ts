import type { ChatEvent, StreamChatCompletionResponse } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { IDEMPOTENCY_LIMITS } from "@cenote/idempotency";
import { createMemoryIdempotencyStore } from "@cenote/idempotency/testing";
import { type ChatAnswer, type ChatEvent as ProviderEvent, ProviderError } from "@cenote/providers";
import { createSeededIds, deferred } from "@cenote/testkit";
import { ask, FIRST, type KeyedChat } from "../testing/keyed-chat";
import { createKeyedService, type KeyedService, readStream } from "../testing/keyed-service";
import { context, createTestScope } from "../testing/scope";

const SECOND = "req_00000000000000000000000b";

const usage = { promptTokens: 7, completionTokens: 3, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
const answer = (text: string): ChatAnswer => ({ text, toolCalls: [], finishReason: "stop", usage });
const words = (...texts: string[]): ProviderEvent[][] => texts.map((text) => [{ type: "text", text }]);
const whole = (...texts: string[]): ProviderEvent[][] => [
  ...words(...texts),
  [
    { type: "finish", reason: "stop" },
    { type: "usage", usage },
  ],
];
const cut = new ProviderError({ kind: "cut", message: "The provider hung up." });

let keyed: KeyedService;
beforeEach(() => {
  keyed = createKeyedService();
});

const again = (options: KeyedChat = {}) => ask({ requestId: SECOND, ...options });

const charges = () => keyed.billing.settled.map((charge) => charge.context?.requestId);
const providerCalls = () => keyed.client.calls.length;
const textOf = (messages: readonly StreamChatCompletionResponse[]) =>
  messages
    .flatMap(({ events }) => events)
    .map(({ event }) => (event?.$case === "text" ? event.value : ""))
    .join("");
const lastEvent = (messages: readonly StreamChatCompletionResponse[]): ChatEvent["event"] =>
  messages.at(-1)?.events.at(-1)?.event;

describe("a call without a key", () => {
  test("is passed through: every one runs and pays", async () => {
    keyed.client.answers.plain = [answer("one")];
    await keyed.service.createChatCompletion(ask({ key: "" }));
    await keyed.service.createChatCompletion(again({ key: "" }));
    expect(charges()).toEqual([FIRST, SECOND]);
  });

  test("does not touch the store", async () => {
    const touched = new Proxy(
      {},
      {
        get: () => () => {
          throw new Error("touched");
        },
      },
    ) as never;
    keyed = createKeyedService({ store: touched });
    keyed.client.answers.plain = [answer("one")];
    keyed.client.streams.plain = [whole("one")];
    await keyed.service.createChatCompletion(ask({ key: "" }));
    expect((await readStream(keyed.service.streamChatCompletion(ask({ key: "" })))).error).toBeUndefined();
  });
});

describe("a chat answer", () => {
  beforeEach(() => {
    keyed.client.answers.plain = [answer("one"), answer("another")];
  });

  test("is replayed unchanged, for one charge and one provider call", async () => {
    const first = await keyed.service.createChatCompletion(ask());
    const second = await keyed.service.createChatCompletion(again());
    const { info: _first, ...firstRest } = first;
    const { info, ...secondRest } = second;
    expect(secondRest).toEqual(firstRest);
    expect(first.usage?.costNanoMxn).toBe(10n);
    expect(info).toEqual({
      attempts: 0,
      upstreamUs: 0,
      droppedFields: [],
      edition: 4,
      rateLimits: undefined,
      originalRequestId: FIRST,
      replayed: true,
    });
    expect([first.info?.replayed, first.info?.originalRequestId]).toEqual([undefined, undefined]);
    expect(charges()).toEqual([FIRST]);
    expect(keyed.billing.admitted).toHaveLength(1);
    expect(providerCalls()).toBe(1);
  });

  test("is stored before it is charged, and not sent before it is charged", async () => {
    keyed.billing.settlement = deferred();
    let given = false;
    const calling = keyed.service.createChatCompletion(ask()).then(() => {
      given = true;
    });
    await keyed.clock.advance(0);
    await expect(keyed.service.createChatCompletion(again())).rejects.toMatchObject({
      code: "idempotency_conflict",
      retryable: true,
      retryAfterMs: 1000,
    });
    expect(given).toBe(false);
    keyed.billing.settlement.resolve();
    await calling;
    expect(given).toBe(true);
  });

  test("is not replayed for another question, another streaming mode, or another organization", async () => {
    await keyed.service.createChatCompletion(ask());
    await expect(keyed.service.createChatCompletion(again({ text: "other" }))).rejects.toMatchObject({
      code: "idempotency_conflict",
      retryable: false,
    });
    expect((await readStream(keyed.service.streamChatCompletion(again()))).error).toMatchObject({
      code: "idempotency_conflict",
      retryable: false,
    });
    const other = again();
    const stranger = {
      ...other,
      context: { ...other.context, organizationId: "00000000-0000-4000-8000-000000000002" },
    };
    expect((await keyed.service.createChatCompletion(stranger)).message?.content).toEqual([
      { part: { $case: "text", value: "another" } },
    ]);
  });

  test("is not replayed for a restricted API key that did not make the call", async () => {
    const restricted = (budgeted: boolean) => {
      const { chat: asked, context: own } = again();
      return { chat: asked, context: { ...own, keyId: "00000000-0000-4000-8000-0000000000c1", budgeted } };
    };
    keyed.client.answers.plain = [answer("one"), answer("another")];
    const [first, ...others] = [
      await keyed.service.createChatCompletion(ask()),
      await keyed.service.createChatCompletion(restricted(true)),
      await keyed.service.createChatCompletion(restricted(false)),
    ];
    const contentOf = ({ message }: typeof first) => message?.content[0]?.part?.value;
    expect([first, ...others].map(contentOf)).toEqual(["one", "another", "another"]);
  });

  test("is replayed for the client token that made the call, and not for another of its API key", async () => {
    const by = (clientTokenId: string, { chat: asked, context: own } = again()) => ({
      chat: asked,
      context: { ...own, clientTokenId },
    });
    keyed.client.answers.plain = [answer("one"), answer("another")];
    const answers = [
      await keyed.service.createChatCompletion(by("one token", ask())),
      await keyed.service.createChatCompletion(by("another token")),
      await keyed.service.createChatCompletion(by("one token")),
    ];
    expect(answers.map(({ message }) => message?.content[0]?.part?.value)).toEqual(["one", "another", "one"]);
  });

  test("the key is not passed on to billing", async () => {
    await keyed.service.createChatCompletion(ask());
    expect(
      [...keyed.billing.admitted, ...keyed.billing.settled].map((request) => request.context?.idempotencyKey),
    ).toEqual(["", ""]);
  });

  test("of a process that died is repeated under its id, and billing is told that its hold may be open", async () => {
    const store = createMemoryIdempotencyStore();
    const gone = createKeyedService({ store });
    const asked = deferred();
    Object.assign(gone.client, {
      completeChat: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    });
    void gone.service.createChatCompletion(ask());
    await asked.promise;
    const other = createTestScope();
    keyed = createKeyedService({ store, scope: { ...other, scope: { ...other.scope, ids: createSeededIds(2) } } });
    keyed.client.answers.plain = [answer("one")];
    await keyed.clock.advance(IDEMPOTENCY_LIMITS.lockMs);
    await keyed.service.createChatCompletion(again());
    expect([gone.billing.admitted[0]?.context, keyed.billing.admitted[0]?.context]).toEqual([
      expect.not.objectContaining({ resumed: true }),
      expect.objectContaining({ requestId: FIRST, resumed: true }),
    ]);
  });

  test("an error before any charge leaves the key free, even for another question", async () => {
    keyed.client.answers.plain = [new ProviderError({ kind: "rejected", message: "no" }), answer("one")];
    await expect(keyed.service.createChatCompletion(ask())).rejects.toMatchObject({ code: "provider_unavailable" });
    await keyed.service.createChatCompletion(again({ text: "other" }));
    expect(charges()).toEqual([SECOND]);
  });

  test("a rejected request leaves the key free", async () => {
    await expect(keyed.service.createChatCompletion(ask({ model: "test/nothing" }))).rejects.toMatchObject({
      code: "model_not_found",
    });
    await keyed.service.createChatCompletion(again());
    expect(charges()).toEqual([SECOND]);
  });

  test("a caller who leaves before the answer pays nothing, and may retry", async () => {
    keyed.client.answers.plain = ["hang"];
    keyed.client.streams.plain = [whole("one")];
    const leaving = new AbortController();
    const calling = keyed.service.createChatCompletion(ask(), leaving.signal);
    await keyed.clock.advance(0);
    leaving.abort(new CenoteError("cancelled"));
    await expect(calling).rejects.toMatchObject({ code: "cancelled" });
    await keyed.service.createChatCompletion(again());
    expect(charges()).toEqual([SECOND]);
  });

  test("a caller who leaves when the answer is made has it under the key, for one charge", async () => {
    keyed.client.answers.plain = [answer("one")];
    const leaving = new AbortController();
    const calling = keyed.service.createChatCompletion(ask(), leaving.signal);
    while (keyed.client.calls.length === 0) await Promise.resolve();
    leaving.abort(new CenoteError("cancelled"));
    await calling;
    expect((await keyed.service.createChatCompletion(again())).info?.replayed).toBe(true);
    expect(charges()).toEqual([FIRST]);
  });

  test("a caller who leaves an answer that is being made pays for that, and is not charged again under the key", async () => {
    keyed.client.streams.plain = [[[{ type: "text", text: "two words" }], "hang"]];
    const leaving = new AbortController();
    const calling = keyed.service.createChatCompletion(ask({ maxTokens: 4_000 }), leaving.signal);
    await keyed.clock.advance(0);
    leaving.abort(new CenoteError("cancelled"));
    await expect(calling).rejects.toMatchObject({ code: "cancelled" });
    await expect(keyed.service.createChatCompletion(again({ maxTokens: 4_000 }))).rejects.toMatchObject({
      code: "idempotency_conflict",
      retryable: false,
      message: expect.stringContaining(
        "was left or cut before its end; what was made until then is paid for",
      ) as string,
    });
    expect(charges()).toEqual([FIRST]);
  });

  test("an invalid key is rejected, naming the field", async () => {
    await expect(keyed.service.createChatCompletion(ask({ key: "naïve" }))).rejects.toMatchObject({
      code: "invalid_request_error",
      param: "context.idempotency_key",
    });
  });

  test("works without a request id from the caller", async () => {
    await keyed.service.createChatCompletion(ask({ requestId: "" }));
    const second = await keyed.service.createChatCompletion(again({ requestId: "" }));
    expect(second.info?.originalRequestId).toBe(charges()[0]);
  });
});

describe("a charge that fails", () => {
  const away = () => Array.from({ length: 20 }, () => new CenoteError("overloaded"));
  beforeEach(() => {
    keyed.client.answers.plain = [answer("one"), answer("another")];
  });

  const afterTries = async <T>(calling: Promise<T>): Promise<PromiseSettledResult<T>> => {
    const outcome = Promise.allSettled([calling]).then(([settled]) => settled);
    await keyed.clock.advance(60_000);
    return outcome;
  };

  test("for lack of balance releases the hold and the key", async () => {
    keyed.billing.refuse.settle = [new CenoteError("insufficient_balance")];
    await expect(keyed.service.createChatCompletion(ask())).rejects.toMatchObject({ code: "insufficient_balance" });
    expect(keyed.billing.released.map(({ record }) => record?.outcome)).toEqual(["insufficient_balance"]);
    await keyed.service.createChatCompletion(again());
    expect(charges()).toEqual([SECOND]);
  });

  test("with an unknown outcome is retryable under the key: the retry charges the same call, and returns its answer", async () => {
    keyed.billing.refuse.settle = away();
    expect(await afterTries(keyed.service.createChatCompletion(ask()))).toMatchObject({
      status: "rejected",
      reason: { code: "overloaded", retryable: true },
    });
    keyed.billing.refuse.settle = [];
    const second = await keyed.service.createChatCompletion(again());
    expect(second).toMatchObject({
      info: { replayed: true, originalRequestId: FIRST },
      message: { content: [{ part: { value: "one" } }] },
      usage: { costNanoMxn: 10n },
    });
    expect(charges()).toEqual([FIRST]);
    expect(providerCalls()).toBe(1);
  });

  test("with an unknown outcome is not retryable without a key", async () => {
    keyed.billing.refuse.settle = away();
    expect(await afterTries(keyed.service.createChatCompletion(ask({ key: "" })))).toMatchObject({
      status: "rejected",
      reason: { code: "overloaded", retryable: false },
    });
  });
});

describe("embeddings", () => {
  const vector = Buffer.from(new Float32Array([1, 2]).buffer);
  const request = (requestId: string) => ({
    context: context({ idempotencyKey: "key", requestId }),
    embeddings: { model: "test/embedding", input: [{ input: { $case: "text" as const, value: "two words" } }] },
  });

  test("are replayed bit for bit", async () => {
    keyed.client.embeddings.vectors = [{ vectors: [vector], promptTokens: 2 }];
    const first = await keyed.service.createEmbeddings(request(FIRST));
    const second = await keyed.service.createEmbeddings(request(SECOND));
    expect(second.data.map((row) => row.vector.equals(vector))).toEqual([true]);
    expect(second).toMatchObject({ model: first.model, usage: first.usage, info: { replayed: true } });
    expect(charges()).toEqual([FIRST]);
  });

  test("too large to store are paid once, and a retry says so", async () => {
    const large = Buffer.alloc(5 * 1024 * 1024);
    keyed.client.embeddings.vectors = [{ vectors: [large], promptTokens: 2 }];
    expect((await keyed.service.createEmbeddings(request(FIRST))).data).toHaveLength(1);
    await expect(keyed.service.createEmbeddings(request(SECOND))).rejects.toMatchObject({
      code: "idempotency_conflict",
      retryable: false,
      message: expect.stringMatching(new RegExp(`${FIRST}.*too large`)) as string,
    });
    expect(charges()).toEqual([FIRST]);
  });
});

describe("a stream", () => {
  test("is replayed as a stream, message by message", async () => {
    keyed.client.streams.plain = [whole("one ", "two")];
    const first = await readStream(keyed.service.streamChatCompletion(ask()));
    const second = await readStream(keyed.service.streamChatCompletion(again()));
    expect(second.messages).toHaveLength(first.messages.length);
    expect(second.messages.slice(1)).toEqual(first.messages.slice(1));
    expect(lastEvent(second.messages)).toMatchObject({
      $case: "finished",
      value: { finishReason: "stop", usage: { costNanoMxn: 10n } },
    });
    expect(second.messages[0]?.events[0]?.event).toMatchObject({
      $case: "started",
      value: { info: { attempts: 0, replayed: true, originalRequestId: FIRST } },
    });
    expect(charges()).toEqual([FIRST]);
    expect(providerCalls()).toBe(1);
  });

  test("does not send its end before it is stored and charged", async () => {
    keyed.client.streams.plain = [whole("one")];
    keyed.billing.settlement = deferred();
    const stream = keyed.service.streamChatCompletion(ask())[Symbol.asyncIterator]();
    await stream.next();
    let ended = false;
    const end = stream.next().then((next) => {
      ended = true;
      return next;
    });
    await keyed.clock.advance(0);
    expect(ended).toBe(false);
    keyed.billing.settlement.resolve();
    expect((await end).value).toMatchObject({ events: [{ event: { $case: "finished" } }] });
    await stream.return?.();
  });

  test("that was cut after content is paid once: the retry gets what was paid for and the same non-retryable error", async () => {
    keyed.client.streams.plain = [[...words("one ", "two"), cut], whole("another")];
    const first = await readStream(keyed.service.streamChatCompletion(ask()));
    const second = await readStream(keyed.service.streamChatCompletion(again()));
    expect(textOf(first.messages)).toBe("one two");
    expect(textOf(second.messages)).toBe("one two");
    for (const { error } of [first, second])
      expect(error).toMatchObject({ code: "provider_unavailable", message: "The provider hung up.", retryable: false });
    expect(charges()).toEqual([FIRST]);
  });

  test("that failed before content leaves the key free", async () => {
    keyed.client.streams.plain = [[cut], whole("one")];
    expect((await readStream(keyed.service.streamChatCompletion(ask()))).error).toMatchObject({
      code: "provider_unavailable",
    });
    expect(textOf((await readStream(keyed.service.streamChatCompletion(again()))).messages)).toBe("one");
    expect(charges()).toEqual([SECOND]);
  });

  test.each(["between two messages", "while the model is silent"])(
    "whose caller left %s is charged for what was delivered, once",
    async (moment) => {
      keyed.client.streams.plain = [
        moment === "between two messages" ? whole("one ", "two ") : [...words("one ", "two "), "hang"],
        whole("another"),
      ];
      const leaving = new AbortController();
      const stream = keyed.service.streamChatCompletion(ask(), leaving.signal)[Symbol.asyncIterator]();
      await stream.next();
      await stream.next();
      if (moment === "between two messages") await stream.return?.();
      else {
        const next = stream.next();
        await keyed.clock.advance(0);
        leaving.abort(new CenoteError("cancelled"));
        await expect(next).rejects.toMatchObject({ code: "cancelled" });
      }
      expect(charges()).toEqual([FIRST]);
      expect((await readStream(keyed.service.streamChatCompletion(again()))).error).toMatchObject({
        code: "idempotency_conflict",
        retryable: false,
        message: expect.stringContaining("left or cut before its end") as string,
      });
      expect(charges()).toEqual([FIRST]);
    },
  );

  test("too large to store reaches its caller completely, and a retry says it was too large", async () => {
    const large = "x".repeat(1024 * 1024);
    keyed.client.streams.plain = [whole(large, large, large, large, large)];
    const first = await readStream(keyed.service.streamChatCompletion(ask()));
    expect(lastEvent(first.messages)?.$case).toBe("finished");
    expect((await readStream(keyed.service.streamChatCompletion(again()))).error).toMatchObject({
      code: "idempotency_conflict",
      message: expect.stringContaining("too large") as string,
    });
    expect(charges()).toEqual([FIRST]);
  });
});

describe("zero data retention", () => {
  const stored = async () => {
    const found: object[] = [];
    const inner = createMemoryIdempotencyStore();
    keyed = createKeyedService({
      store: {
        ...inner,
        insert: (record) => {
          found.push(record);
          return inner.insert(record);
        },
        update: (id, tag, changes) => {
          found.push(changes);
          return inner.update(id, tag, changes);
        },
      },
    });
    return found;
  };

  test("stores nothing of an answer; it is paid once, and a retry says why it gets none", async () => {
    const records = await stored();
    keyed.client.answers.second = [answer("secret words")];
    await keyed.service.createChatCompletion(ask({ zdr: true }));
    await expect(keyed.service.createChatCompletion(again({ zdr: true }))).rejects.toMatchObject({
      code: "idempotency_conflict",
      retryable: false,
      message: expect.stringContaining("zero data retention") as string,
    });
    expect(charges()).toEqual([FIRST]);
    expect(records.length).toBeGreaterThan(1);
    expect(records.filter((record) => "answer" in record && record.answer !== undefined)).toEqual([]);
  });

  test.each<[string, ProviderEvent[][], readonly ProviderError[]]>([
    ["a whole stream", whole("secret"), []],
    ["a cut stream", words("secret"), [cut]],
  ])("nor of %s", async (_what, events, failures) => {
    const records = await stored();
    keyed.client.streams.second = [[...events, ...failures]];
    await readStream(keyed.service.streamChatCompletion(ask({ zdr: true })));
    expect((await readStream(keyed.service.streamChatCompletion(again({ zdr: true })))).error).toMatchObject({
      code: "idempotency_conflict",
      retryable: false,
    });
    expect(charges()).toEqual([FIRST]);
    expect(records.filter((record) => "answer" in record && record.answer !== undefined)).toEqual([]);
  });
});
