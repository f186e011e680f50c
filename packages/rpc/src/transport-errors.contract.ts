import type { InferenceService } from "@cenote/contracts";
import {
  CenoteError,
  type CenoteErrorOptions,
  databaseAway,
  ERROR_TABLE,
  type ErrorCode,
  type RateLimitState,
} from "@cenote/core";
import {
  type Connect,
  type Connection,
  expectError,
  openConnections,
  streamRequest,
  thrownBy,
} from "./testing/connections";
import { text } from "./testing/text";

const RATE_LIMITS: RateLimitState = {
  requestsLimit: 600,
  requestsRemaining: 0,
  requestsResetMs: 12_345,
  tokensLimit: 1_000_000,
  tokensRemaining: 999_000,
  tokensResetMs: 0,
};

/** Errors arrive unchanged, after the messages before them; bugs reveal nothing. */
export const errorsContract = (name: string, connect: Connect): void => {
  describe(`${name}: `, () => {
    const { faults, refusals, serve, serveStream } = openConnections(connect);

    describe("errors", () => {
      const failWith = (thrown: unknown) => serve({ billing: { settle: () => Promise.reject(thrown) } });
      const settle = async ({ billing }: Connection) =>
        thrownBy(billing.settle({ context: undefined, model: "m", usage: [], record: undefined }));

      test.each(Object.keys(ERROR_TABLE) as ErrorCode[])("with the code %s arrive unchanged", async (code) => {
        expectError(await settle(await failWith(new CenoteError(code))), new CenoteError(code));
      });

      test.each<[string, CenoteErrorOptions]>([
        ["the field it is about", { param: "messages[0].content[1].image_url" }],
        ["the time to wait", { retryAfterMs: 1500 }],
        ["a time to wait of zero", { retryAfterMs: 0 }],
        ["that it must not be tried again, against the table", { retryable: false }],
        ["that it may be tried again, against the table", { retryable: true }],
        ["how often providers were asked", { attempts: 3 }],
        ["that no provider was asked", { attempts: 0 }],
        ["the limits of the key", { rateLimits: RATE_LIMITS }],
        ["all of these", { param: "", retryAfterMs: 0.5, retryable: true, attempts: 2, rateLimits: RATE_LIMITS }],
      ])("keep %s", async (_, options) => {
        for (const code of ["rate_limit_exceeded", "invalid_request_error"] as const) {
          const sent = new CenoteError(code, 'Zu viel: ¡espera! 😀\n"%41"', options);
          const received = await settle(await failWith(sent));
          expectError(received, sent);
        }
      });

      test("lose their cause", async () => {
        const received = await settle(
          await failWith(new CenoteError("provider_unavailable", "down", { cause: new Error("key sk-1") })),
        );
        expect((received as CenoteError).cause).toBeUndefined();
      });

      test("may have an empty, a malformed or a very long message", async () => {
        expect(await settle(await failWith(new CenoteError("overloaded", "")))).toHaveProperty("message", "");
        expect(await settle(await failWith(new CenoteError("overloaded", "cut \ud83d in two")))).toHaveProperty(
          "message",
          "cut \ufffd in two",
        );
        const { message } = (await settle(
          await failWith(
            new CenoteError("provider_unavailable", "ñandú ".repeat(100_000), { param: "p".repeat(100_000) }),
          ),
        )) as CenoteError;
        expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4096);
        expect(Buffer.byteLength(message)).toBeGreaterThan(4090);
        expect("ñandú ".repeat(1000).startsWith(message)).toBe(true);
      });

      test.each([
        ["an error", new TypeError("db password is hunter2")],
        ["a string", "hunter2"],
        ["nothing", undefined],
        ["an object", { hunter2: true }],
      ])("of an unknown kind (%s) reveal nothing and are logged once", async (_, fault) => {
        const received = await settle(await failWith(fault));
        expectError(received, new CenoteError("internal_error"));
        expect(JSON.stringify(received) + String((received as Error).stack)).not.toContain("hunter2");
        expect(faults).toEqual([{ method: "/cenote.billing.v1.BillingService/Settle", err: fault }]);
      });

      test("for the caller are not logged", async () => {
        await settle(await failWith(new CenoteError("insufficient_balance")));
        await settle(await failWith(new CenoteError("internal_error")));
        expect(faults).toEqual([]);
      });

      test("about an unreachable part are logged once with their cause, which is not sent", async () => {
        const cause = new Error("connect ECONNREFUSED 127.0.0.1:27017");
        const received = await settle(await failWith(databaseAway(cause)));
        expectError(received, new CenoteError("overloaded", databaseAway(cause).message));
        expect((received as Error).cause).toBeUndefined();
        expect(refusals).toEqual([
          { method: "/cenote.billing.v1.BillingService/Settle", err: expect.objectContaining({ cause }) as unknown },
        ]);
        expect(faults).toEqual([]);
      });

      test("thrown before a method returns its promise are the same", async () => {
        const { billing } = await serve({
          billing: {
            listPrices() {
              throw new CenoteError("not_found", "here");
            },
          },
        });
        expectError(await thrownBy(billing.listPrices({})), new CenoteError("not_found", "here"));
      });

      test("in the middle of a stream come after every message before them", async () => {
        const messages = await serveStream(async function* stream() {
          for (let index = 0; index < 40; index++) yield text(String(index));
          throw new CenoteError("provider_unavailable", "cut", { retryAfterMs: 7 });
        });
        const received: unknown[] = [];
        const thrown = await thrownBy(
          (async () => {
            for (let next = await messages.next(); next.done !== true; next = await messages.next())
              received.push(next.value);
          })(),
        );
        expect(received).toEqual(Array.from({ length: 40 }, (_, index) => text(String(index))));
        expectError(thrown, new CenoteError("provider_unavailable", "cut", { retryAfterMs: 7 }));
        expect(await messages.next()).toEqual({ done: true, value: undefined });
      });

      test("that arrive while nobody reads are delivered after the messages before them", async () => {
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
        for (const value of ["1", "2", "3", "4"])
          expect(await messages.next()).toEqual({ done: false, value: text(value) });
        expectError(await thrownBy(messages.next()), new CenoteError("provider_unavailable", "cut"));
      });

      test("of an unknown kind in a stream are masked and logged once, wherever they are thrown", async () => {
        const streams: Array<InferenceService["streamChatCompletion"]> = [
          () => {
            throw new Error("hunter2");
          },
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
          const drained = (async () => {
            for await (const message of inference.streamChatCompletion(streamRequest))
              expect(message).toEqual(text("a"));
          })();
          expectError(await thrownBy(drained), new CenoteError("internal_error"));
          expect(faults).toEqual([
            { method: "/cenote.inference.v1.InferenceService/StreamChatCompletion", err: new Error("hunter2") },
          ]);
        }
      });
    });
  });
};
