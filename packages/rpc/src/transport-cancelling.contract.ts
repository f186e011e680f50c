import type { AdmitResponse, BillingService, InferenceService } from "@cenote/contracts";
import { CenoteError, type Log } from "@cenote/core";
import { deferred } from "@cenote/testkit";
import {
  admitRequest,
  type Connect,
  expectError,
  openConnections,
  streamRequest,
  thrownBy,
} from "./testing/connections";
import { text } from "./testing/text";

/** A caller who aborts gets its error at once, and the service's signal is aborted. */
export const cancellingContract = (name: string, connect: Connect): void => {
  describe(`${name}: `, () => {
    const { open, faults, log, serve, serveStream } = openConnections(connect);

    describe("cancelling a unary call", () => {
      test("rejects at once, and aborts the service's signal", async () => {
        const [called, aborted] = [deferred(), deferred()];
        const slow = deferred<AdmitResponse>();
        const { billing } = await serve({
          billing: {
            admit(_, signal) {
              called.resolve();
              signal?.addEventListener("abort", () => {
                aborted.resolve();
              });
              return slow.promise;
            },
          },
        });
        const controller = new AbortController();
        const answer = thrownBy(billing.admit(admitRequest, controller.signal));
        await called.promise;
        controller.abort();
        expectError(await answer, new CenoteError("cancelled"));
        await aborted.promise;
        slow.resolve({ heldNanoMxn: 0n, rateLimits: undefined });
      });

      test("is not logged as a bug, whatever the service throws then", async () => {
        const [called, ended] = [deferred(), deferred()];
        const { billing } = await serve({
          billing: {
            async admit(_, signal) {
              called.resolve();
              try {
                return await new Promise((_resolve, reject) => {
                  signal?.addEventListener("abort", () => {
                    reject(signal.reason as Error);
                  });
                });
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

      test("before it starts never reaches the service", async () => {
        let calls = 0;
        const { billing } = await serve({
          billing: {
            admit() {
              calls++;
              return Promise.resolve({ heldNanoMxn: 0n, rateLimits: undefined });
            },
          },
        });
        expectError(await thrownBy(billing.admit(admitRequest, AbortSignal.abort())), new CenoteError("cancelled"));
        await billing.admit(admitRequest);
        expect(calls).toBe(1);
      });

      test("with a coded reason rejects with that reason", async () => {
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

      test.each([
        ["without an idempotency key is not to be sent again", "", false],
        ["with an idempotency key may be sent again", "order-1", true],
      ])("that is paid %s", async (_, idempotencyKey, retryable) => {
        const { context } = admitRequest;
        const called = deferred();
        const { inference } = await serve({
          inference: {
            createChatCompletion() {
              called.resolve();
              return new Promise(() => {});
            },
            streamChatCompletion: async function* stream() {
              yield text("a");
              await new Promise(() => {});
            },
          },
        });
        const request = { context: context && { ...context, idempotencyKey }, chat: undefined };
        const controller = new AbortController();
        const answer = thrownBy(inference.createChatCompletion(request, controller.signal));
        const messages = inference.streamChatCompletion(request, controller.signal)[Symbol.asyncIterator]();
        await Promise.all([called.promise, messages.next()]);
        const next = thrownBy(messages.next());
        controller.abort(new CenoteError("overloaded", "shutting down"));
        for (const error of await Promise.all([answer, next]))
          expectError(error, new CenoteError("overloaded", "shutting down", { retryable }));
      });

      test("after its answer changes nothing, for the caller or the service", async () => {
        const signals: AbortSignal[] = [];
        const { billing } = await serve({
          billing: {
            admit(_, signal) {
              if (signal !== undefined) signals.push(signal);
              return Promise.resolve({ heldNanoMxn: 1n, rateLimits: undefined });
            },
          },
        });
        await billing.admit(admitRequest, new AbortController().signal);
        await billing.admit(admitRequest, new AbortController().signal);
        expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
      });
    });

    describe("leaving a stream early", () => {
      /** A source that sends one message, then waits until its signal is aborted. */
      const waitingSource = () => {
        const [waiting, aborted, cleanedUp] = [deferred(), deferred(), deferred()];
        const stream: InferenceService["streamChatCompletion"] = async function* source(_, signal) {
          try {
            yield text("first");
            await new Promise((_resolve, reject) => {
              signal?.addEventListener("abort", () => {
                aborted.resolve();
                reject(signal.reason as Error);
              });
              waiting.resolve();
            });
          } finally {
            cleanedUp.resolve();
          }
        };
        return { stream, waiting: waiting.promise, aborted: aborted.promise, cleanedUp: cleanedUp.promise };
      };

      test("stops the source at once while a message is pending", async () => {
        const source = waitingSource();
        const messages = await serveStream(source.stream);
        expect((await messages.next()).value).toEqual(text("first"));
        const pending = messages.next();
        await source.waiting;
        expect(await messages.return?.()).toEqual({ done: true, value: undefined });
        expect(await pending).toEqual({ done: true, value: undefined });
        await Promise.all([source.aborted, source.cleanedUp]);
        expect(await messages.next()).toEqual({ done: true, value: undefined });
        expect(faults).toEqual([]);
      });

      test("does not wait for a source that ignores its signal", async () => {
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

      test("by aborting rejects the pending message with `cancelled`, once", async () => {
        const source = waitingSource();
        const controller = new AbortController();
        const messages = await serveStream(source.stream, controller.signal);
        await messages.next();
        const pending = thrownBy(messages.next());
        await source.waiting;
        controller.abort();
        expectError(await pending, new CenoteError("cancelled", undefined, { retryable: false }));
        await Promise.all([source.aborted, source.cleanedUp]);
        expect(await messages.next()).toEqual({ done: true, value: undefined });
        expect(faults).toEqual([]);
      });

      test("by aborting between two messages rejects the next read, so that a cut stream never looks complete", async () => {
        const source = waitingSource();
        const controller = new AbortController();
        const messages = await serveStream(source.stream, controller.signal);
        await messages.next();
        controller.abort();
        expectError(await thrownBy(messages.next()), new CenoteError("cancelled", undefined, { retryable: false }));
        expect(await messages.next()).toEqual({ done: true, value: undefined });
        await source.cleanedUp;
      });

      test("before the first read never reaches the service", async () => {
        let calls = 0;
        const stream: InferenceService["streamChatCompletion"] = async function* source() {
          calls++;
          yield text("a");
        };
        expectError(
          await thrownBy((await serveStream(stream, AbortSignal.abort())).next()),
          new CenoteError("cancelled"),
        );
        const untouched = await serveStream(stream);
        await untouched.return?.();
        expect(await untouched.next()).toEqual({ done: true, value: undefined });
        expect(calls).toBe(0);
      });

      test("logs an error of the clean-up, which has no caller any more", async () => {
        const logged = deferred<object>();
        const { inference } = await connectWith(
          {
            ...log,
            error: (fields) => {
              logged.resolve(fields);
            },
          },
          async function* source() {
            try {
              yield text("a");
            } finally {
              await Promise.reject(new Error("settling failed"));
            }
          },
        );
        const messages = inference.streamChatCompletion(streamRequest)[Symbol.asyncIterator]();
        await messages.next();
        await messages.return?.();
        expect(await logged.promise).toMatchObject({ err: new Error("settling failed") });
      });

      const connectWith = async (toLog: Log, streamChatCompletion: InferenceService["streamChatCompletion"]) => {
        const connection = await connect({
          billing: {} as BillingService,
          inference: { streamChatCompletion } as InferenceService,
          log: toLog,
        });
        open.push(connection);
        return connection;
      };
    });
  });
};
