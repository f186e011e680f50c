import { type AdmitRequest, type AdmitResponse, type BillingService, type InferenceService, type StreamChatCompletionRequest, type StreamChatCompletionResponse, UsageUnit } from "@cenote/contracts";
import { CenoteError, type CenoteErrorOptions, databaseAway, ERROR_TABLE, type ErrorCode, type Log, silentLog } from "@cenote/core";
import { deferred } from "@cenote/testkit";
import { fullChatRequest, fullCompletion, fullEvents } from "./full-messages.contract";

/** Both services behind one transport. */
export interface Connection {
  readonly billing: BillingService;
  readonly inference: InferenceService;
  close(): Promise<void>;
}

export interface Services {
  readonly billing: BillingService;
  readonly inference: InferenceService;
  readonly log: Log;
}

type Connect = (services: Services) => Promise<Connection>;

const admitRequest: AdmitRequest = {
  context: { requestId: "req_000000000000000000000001", organizationId: "o", keyId: "k", zdr: true, idempotencyKey: "i" },
  model: "openai/gpt-4o-mini", estimate: [{ unit: UsageUnit.USAGE_UNIT_INPUT_TOKEN, quantity: 2n ** 63n, variant: "" }, { unit: UsageUnit.USAGE_UNIT_IMAGE, quantity: 1n, variant: "1024x1024/hd" }], holdTtlMs: 4_294_967_295,
};
const streamRequest: StreamChatCompletionRequest = { context: undefined, chat: fullChatRequest };

const text = (value: string): StreamChatCompletionResponse => ({ events: [{ event: { $case: "text", value } }] });

const thrownBy = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    await call;
  } catch (thrown) {
    return thrown;
  }
  throw new Error("nothing was thrown");
};

/** jest compares errors by their text alone. */
const expectError = (received: unknown, { name, message, code, param, retryAfterMs, retryable }: CenoteError) => {
  expect(received).toBeInstanceOf(CenoteError);
  expect(received).toMatchObject({ name, message, code, param, retryAfterMs, retryable });
};

/** What every transport must do, so that no service and no caller can tell them apart. */
export const transportContract = (name: string, connect: Connect): void => {
  describe(`${name}: `, () => {
    const open: Connection[] = [];
    afterEach(async () => { await Promise.all(open.splice(0).map((connection) => connection.close())); });

    const faults: object[] = [];
    beforeEach(() => { faults.length = 0; });
    const refusals: object[] = [];
    beforeEach(() => { refusals.length = 0; });
    const log: Log = { ...silentLog, error: (fields) => { faults.push(fields); }, warn: (fields) => { refusals.push(fields); } };

    const serve = async ({ billing = {}, inference = {} }: { billing?: Partial<BillingService>; inference?: Partial<InferenceService> }) => {
      const connection = await connect({ billing: billing as BillingService, inference: inference as InferenceService, log });
      open.push(connection);
      return connection;
    };
    const serveStream = async (streamChatCompletion: InferenceService["streamChatCompletion"], signal?: AbortSignal) => {
      const { inference } = await serve({ inference: { streamChatCompletion } });
      return inference.streamChatCompletion(streamRequest, signal)[Symbol.asyncIterator]();
    };

    describe("messages", () => {
      test("of a unary call arrive with every field, both ways", async () => {
        const seen: unknown[] = [];
        const { billing, inference } = await serve({
          billing: {
            admit(request) {
              seen.push(request);
              return Promise.resolve({ heldNanoMxn: -(2n ** 63n), rateLimits: { requestsLimit: 1, requestsRemaining: 0, requestsResetMs: 3, tokensLimit: 4, tokensRemaining: 5, tokensResetMs: 6 } });
            },
            setFxRate: ({ mxnPerUsd }) => Promise.resolve({ rate: { mxnPerUsd, source: "operator", at: new Date("2026-01-02T03:04:05.678Z") } }),
            authenticate: ({ keyDigest }) => Promise.resolve({ organizationId: keyDigest.toString("hex"), keyId: "", zdr: false }),
          },
          inference: {
            createChatCompletion(request) {
              seen.push(request);
              return Promise.resolve(fullCompletion);
            },
          },
        });
        expect(await billing.admit(admitRequest)).toEqual({
          heldNanoMxn: -(2n ** 63n), rateLimits: { requestsLimit: 1, requestsRemaining: 0, requestsResetMs: 3, tokensLimit: 4, tokensRemaining: 5, tokensResetMs: 6 },
        });
        expect(await inference.createChatCompletion({ context: admitRequest.context, chat: fullChatRequest })).toEqual(fullCompletion);
        expect(seen).toEqual([admitRequest, { context: admitRequest.context, chat: fullChatRequest }]);
        expect((await billing.setFxRate({ mxnPerUsd: "17.5" })).rate?.at).toEqual(new Date("2026-01-02T03:04:05.678Z"));
        expect((await billing.authenticate({ keyDigest: Buffer.from([0, 255, 16]) })).organizationId).toBe("00ff10");
      });

      test("of a stream arrive in order and whole, then the stream ends", async () => {
        const sent = Array.from({ length: 300 }, (_, index) => (index % 50 === 0 ? { events: fullEvents } : text(`t${index}`)));
        const { inference } = await serve({ inference: { streamChatCompletion: async function* stream() { yield* sent; } } });
        const received: StreamChatCompletionResponse[] = [];
        for await (const message of inference.streamChatCompletion(streamRequest)) received.push(message);
        expect(received).toEqual(sent);
      });

      test("of many megabytes pass, both ways", async () => {
        const big = "ü".repeat(5_000_000);
        const { inference } = await serve({
          inference: {
            createChatCompletion: ({ chat }) => Promise.resolve({ ...fullCompletion, model: chat?.model ?? "" }),
            streamChatCompletion: async function* stream({ chat }) { yield text(chat?.model ?? ""); },
          },
        });
        const chat = { ...fullChatRequest, model: big };
        expect((await inference.createChatCompletion({ context: undefined, chat })).model === big).toBe(true);
        for await (const { events } of inference.streamChatCompletion({ context: undefined, chat })) expect(events[0]?.event?.value === big).toBe(true);
      });

      test("of calls at once find their callers", async () => {
        const { billing } = await serve({ billing: { getBalance: ({ organizationId }) => Promise.resolve({ balanceNanoMxn: BigInt(organizationId), heldNanoMxn: 0n, availableNanoMxn: 0n }) } });
        const balances = await Promise.all(Array.from({ length: 100 }, (_, index) => billing.getBalance({ organizationId: String(index) })));
        expect(balances.map(({ balanceNanoMxn }) => Number(balanceNanoMxn))).toEqual(Array.from({ length: 100 }, (_, index) => index));
      });
    });

    describe("errors", () => {
      const failWith = (thrown: unknown) => serve({ billing: { settle: () => Promise.reject(thrown) } });
      const settle = async ({ billing }: Connection) => thrownBy(billing.settle({ context: undefined, model: "m", usage: [], record: undefined }));

      test.each(Object.keys(ERROR_TABLE) as ErrorCode[])("%s arrives as it left", async (code) => {
        expectError(await settle(await failWith(new CenoteError(code))), new CenoteError(code));
      });

      test.each<[string, CenoteErrorOptions]>([
        ["the field it is about", { param: "messages[0].content[1].image_url" }],
        ["the time to wait", { retryAfterMs: 1500 }],
        ["a time to wait of zero", { retryAfterMs: 0 }],
        ["that it must not be tried again, against the table", { retryable: false }],
        ["that it may be tried again, against the table", { retryable: true }],
        ["all of these", { param: "", retryAfterMs: 0.5, retryable: true }],
      ])("bring along %s", async (_, options) => {
        for (const code of ["rate_limit_exceeded", "invalid_request_error"] as const) {
          const sent = new CenoteError(code, "Zu viel: ¡espera! 😀\n\"%41\"", options);
          const received = await settle(await failWith(sent));
          expectError(received, sent);
        }
      });

      test("leave their cause behind", async () => {
        const received = await settle(await failWith(new CenoteError("provider_unavailable", "down", { cause: new Error("key sk-1") })));
        expect((received as CenoteError).cause).toBeUndefined();
      });

      test("may have an empty message, a broken one, or one longer than a book", async () => {
        expect(await settle(await failWith(new CenoteError("overloaded", "")))).toHaveProperty("message", "");
        expect(await settle(await failWith(new CenoteError("overloaded", "cut \ud83d in two")))).toHaveProperty("message", "cut \ufffd in two");
        const { message } = (await settle(await failWith(new CenoteError("provider_unavailable", "ñandú ".repeat(100_000), { param: "p".repeat(100_000) })))) as CenoteError;
        expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4096);
        expect(Buffer.byteLength(message)).toBeGreaterThan(4090);
        expect("ñandú ".repeat(1000).startsWith(message)).toBe(true);
      });

      test.each([["an error", new TypeError("db password is hunter2")], ["a string", "hunter2"], ["nothing", undefined], ["an object", { hunter2: true }]])(
        "of an unknown kind (%s) tell nothing of themselves and are logged once", async (_, fault) => {
          const received = await settle(await failWith(fault));
          expectError(received, new CenoteError("internal_error"));
          expect(JSON.stringify(received) + String((received as Error).stack)).not.toContain("hunter2");
          expect(faults).toEqual([{ method: "/cenote.billing.v1.BillingService/Settle", err: fault }]);
        });

      test("meant for the caller are not logged", async () => {
        await settle(await failWith(new CenoteError("insufficient_balance")));
        await settle(await failWith(new CenoteError("internal_error")));
        expect(faults).toEqual([]);
      });

      test("for a part that is away are logged once with its cause, which stays here", async () => {
        const cause = new Error("connect ECONNREFUSED 127.0.0.1:27017");
        const received = await settle(await failWith(databaseAway(cause)));
        expectError(received, new CenoteError("overloaded", databaseAway(cause).message));
        expect((received as Error).cause).toBeUndefined();
        expect(refusals).toEqual([{ method: "/cenote.billing.v1.BillingService/Settle", reason: databaseAway(cause).message, err: cause }]);
        expect(faults).toEqual([]);
      });

      test("of a method that throws before it returns a promise are the same", async () => {
        const { billing } = await serve({ billing: { listPrices() { throw new CenoteError("not_found", "here"); } } });
        expectError(await thrownBy(billing.listPrices({})), new CenoteError("not_found", "here"));
      });

      test("in the middle of a stream come after every message before them", async () => {
        const messages = await serveStream(async function* stream() {
          for (let index = 0; index < 40; index++) yield text(String(index));
          throw new CenoteError("provider_unavailable", "cut", { retryAfterMs: 7 });
        });
        const received: unknown[] = [];
        const thrown = await thrownBy((async () => { for (let next = await messages.next(); next.done !== true; next = await messages.next()) received.push(next.value); })());
        expect(received).toEqual(Array.from({ length: 40 }, (_, index) => text(String(index))));
        expectError(thrown, new CenoteError("provider_unavailable", "cut", { retryAfterMs: 7 }));
        expect(await messages.next()).toEqual({ done: true, value: undefined });
      });

      test("that come while nobody reads wait behind the messages that came before them", async () => {
        const { billing, inference } = await serve({
          billing: { listPrices: () => Promise.resolve({ prices: [] }) },
          inference: {
            streamChatCompletion: async function* stream() {
              for (let index = 0; index < 5; index++) yield text(String(index));
              throw new CenoteError("provider_unavailable", "cut");
            },
          },
        });
        const messages = inference.streamChatCompletion(streamRequest)[Symbol.asyncIterator]();
        expect(await messages.next()).toEqual({ done: false, value: text("0") });
        // Round trips on the same connection: by then the rest of the stream has arrived.
        for (let index = 0; index < 5; index++) await billing.listPrices({});
        for (const value of ["1", "2", "3", "4"]) expect(await messages.next()).toEqual({ done: false, value: text(value) });
        expectError(await thrownBy(messages.next()), new CenoteError("provider_unavailable", "cut"));
      });

      test("of an unknown kind in a stream are masked and logged once, wherever they come from", async () => {
        const streams: Array<InferenceService["streamChatCompletion"]> = [
          () => { throw new Error("hunter2"); },
          async function* first() {
            yield* await Promise.reject<[]>(new Error("hunter2"));
          },
          async function* later() {
            yield text("a");
            throw new Error("hunter2");
          },
        ];
        for (const stream of streams) {
          faults.length = 0;
          const { inference } = await serve({ inference: { streamChatCompletion: stream } });
          const drained = (async () => { for await (const message of inference.streamChatCompletion(streamRequest)) expect(message).toEqual(text("a")); })();
          expectError(await thrownBy(drained), new CenoteError("internal_error"));
          expect(faults).toEqual([{ method: "/cenote.inference.v1.InferenceService/StreamChatCompletion", err: new Error("hunter2") }]);
        }
      });
    });

    describe("cancelling a unary call", () => {
      test("rejects at once, and the service is told", async () => {
        const [called, told] = [deferred(), deferred()];
        const slow = deferred<AdmitResponse>();
        const { billing } = await serve({
          billing: {
            admit(_, signal) {
              called.resolve();
              signal?.addEventListener("abort", () => { told.resolve(); });
              return slow.promise;
            },
          },
        });
        const controller = new AbortController();
        const answer = thrownBy(billing.admit(admitRequest, controller.signal));
        await called.promise;
        controller.abort();
        expectError(await answer, new CenoteError("cancelled"));
        await told.promise;
        slow.resolve({ heldNanoMxn: 0n, rateLimits: undefined });
      });

      test("is no fault, whatever the service throws then", async () => {
        const [called, ended] = [deferred(), deferred()];
        const { billing } = await serve({
          billing: {
            async admit(_, signal) {
              called.resolve();
              try {
                return await new Promise((_resolve, reject) => { signal?.addEventListener("abort", () => { reject(signal.reason as Error); }); });
              } finally {
                ended.resolve();
              }
            },
          },
        });
        const controller = new AbortController();
        const answer = thrownBy(billing.admit(admitRequest, controller.signal));
        await called.promise;
        controller.abort();
        await Promise.all([answer, ended.promise]);
        expect(faults).toEqual([]);
      });

      test("before it begins never reaches the service", async () => {
        let calls = 0;
        const { billing } = await serve({ billing: { admit() { calls++; return Promise.resolve({ heldNanoMxn: 0n, rateLimits: undefined }); } } });
        expectError(await thrownBy(billing.admit(admitRequest, AbortSignal.abort())), new CenoteError("cancelled"));
        await billing.admit(admitRequest);
        expect(calls).toBe(1);
      });

      test("with a coded reason tells that reason", async () => {
        const called = deferred();
        const slow = deferred<AdmitResponse>();
        const { billing } = await serve({
          billing: {
            admit() {
              called.resolve();
              return slow.promise;
            },
          },
        });
        const controller = new AbortController();
        const answer = thrownBy(billing.admit(admitRequest, controller.signal));
        await called.promise;
        controller.abort(new CenoteError("overloaded", "shutting down"));
        expectError(await answer, new CenoteError("overloaded", "shutting down"));
        slow.resolve({ heldNanoMxn: 0n, rateLimits: undefined });
      });

      test("after its answer changes nothing, for the caller or the service", async () => {
        const signals: AbortSignal[] = [];
        const { billing } = await serve({ billing: { admit(_, signal) { if (signal !== undefined) signals.push(signal); return Promise.resolve({ heldNanoMxn: 1n, rateLimits: undefined }); } } });
        await billing.admit(admitRequest, new AbortController().signal);
        await billing.admit(admitRequest, new AbortController().signal);
        expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
      });
    });

    describe("leaving a stream early", () => {
      /** A source that sends one message, then waits for its signal, as one that waits for a provider does. */
      const waitingSource = () => {
        const [waiting, told, cleanedUp] = [deferred(), deferred(), deferred()];
        const stream: InferenceService["streamChatCompletion"] = async function* source(_, signal) {
          try {
            yield text("first");
            await new Promise((_resolve, reject) => {
              signal?.addEventListener("abort", () => {
                told.resolve();
                reject(signal.reason as Error);
              });
              waiting.resolve();
            });
          } finally {
            cleanedUp.resolve();
          }
        };
        return { stream, waiting: waiting.promise, told: told.promise, cleanedUp: cleanedUp.promise };
      };

      test("stops the source at once while a message is awaited", async () => {
        const source = waitingSource();
        const messages = await serveStream(source.stream);
        expect((await messages.next()).value).toEqual(text("first"));
        const pending = messages.next();
        await source.waiting;
        expect(await messages.return?.()).toEqual({ done: true, value: undefined });
        expect(await pending).toEqual({ done: true, value: undefined });
        await Promise.all([source.told, source.cleanedUp]);
        expect(await messages.next()).toEqual({ done: true, value: undefined });
        expect(faults).toEqual([]);
      });

      test("does not wait for a source that heeds no signal", async () => {
        const stuck = deferred();
        const called = deferred();
        const messages = await serveStream(async function* source() {
          called.resolve();
          await stuck.promise;
          yield text("late");
        });
        const pending = messages.next();
        await called.promise;
        await messages.return?.();
        expect(await pending).toEqual({ done: true, value: undefined });
        stuck.resolve();
        expect(await messages.next()).toEqual({ done: true, value: undefined });
      });

      test("by breaking a loop runs the source's clean-up", async () => {
        const source = waitingSource();
        const messages = await serveStream(source.stream);
        for await (const message of { [Symbol.asyncIterator]: () => messages }) {
          expect(message).toEqual(text("first"));
          break;
        }
        await source.cleanedUp;
      });

      test("by aborting rejects the awaited message with `cancelled`, once", async () => {
        const source = waitingSource();
        const controller = new AbortController();
        const messages = await serveStream(source.stream, controller.signal);
        await messages.next();
        const pending = thrownBy(messages.next());
        await source.waiting;
        controller.abort();
        expectError(await pending, new CenoteError("cancelled"));
        await Promise.all([source.told, source.cleanedUp]);
        expect(await messages.next()).toEqual({ done: true, value: undefined });
        expect(faults).toEqual([]);
      });

      test("by aborting between two messages is told by the next one: a cut stream never looks whole", async () => {
        const source = waitingSource();
        const controller = new AbortController();
        const messages = await serveStream(source.stream, controller.signal);
        await messages.next();
        controller.abort();
        expectError(await thrownBy(messages.next()), new CenoteError("cancelled"));
        expect(await messages.next()).toEqual({ done: true, value: undefined });
        await source.cleanedUp;
      });

      test("before it began never reaches the service", async () => {
        let calls = 0;
        const stream: InferenceService["streamChatCompletion"] = async function* source() {
          calls++;
          yield text("a");
        };
        expectError(await thrownBy((await serveStream(stream, AbortSignal.abort())).next()), new CenoteError("cancelled"));
        const untouched = await serveStream(stream);
        await untouched.return?.();
        expect(await untouched.next()).toEqual({ done: true, value: undefined });
        expect(calls).toBe(0);
      });

      test("is heard by a fault in the clean-up: it is logged, for nobody else can tell", async () => {
        const logged = deferred<object>();
        const { inference } = await connectWith({ ...log, error: (fields) => { logged.resolve(fields); } }, async function* source() {
          try {
            yield text("a");
          } finally {
            await Promise.reject(new Error("settling failed"));
          }
        });
        const messages = inference.streamChatCompletion(streamRequest)[Symbol.asyncIterator]();
        await messages.next();
        await messages.return?.();
        expect(await logged.promise).toMatchObject({ err: new Error("settling failed") });
      });

      const connectWith = async (toLog: Log, streamChatCompletion: InferenceService["streamChatCompletion"]) => {
        const connection = await connect({ billing: {} as BillingService, inference: { streamChatCompletion } as InferenceService, log: toLog });
        open.push(connection);
        return connection;
      };
    });

    test("several messages may be asked for at once", async () => {
      const messages = await serveStream(async function* source() {
        for (let index = 0; index < 3; index++) yield text(String(index));
      });
      const results = await Promise.all([messages.next(), messages.next(), messages.next(), messages.next()]);
      expect(results.map(({ done, value }) => (done === true ? "end" : value.events[0]?.event?.value))).toEqual(["0", "1", "2", "end"]);
    });
  });
};
