import {
  type BillingService,
  BillingServiceDefinition,
  type InferenceService,
  InferenceServiceDefinition,
} from "@cenote/contracts";
import { silentLog } from "@cenote/core";
import { deferred } from "@cenote/testkit";
import { createInFlight } from "./in-flight";
import { inProcess } from "./in-process";

const streamRequest = { context: undefined, chat: undefined };

describe("open calls in process", () => {
  test("a stop waits for a call that its caller has aborted", async () => {
    const inFlight = createInFlight();
    const settling = deferred<{ costUsd: string; costNanoMxn: bigint; availableNanoMxn: bigint }>();
    const billing = inProcess<BillingService>(
      BillingServiceDefinition,
      { settle: () => settling.promise } as unknown as BillingService,
      { log: silentLog, inFlight },
    );
    const controller = new AbortController();
    const answer = billing.settle({ context: undefined, model: "m", usage: [], record: undefined }, controller.signal);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: "cancelled" });
    let idle = false;
    const waiting = inFlight.idle().then(() => {
      idle = true;
    });
    await Promise.resolve();
    expect([idle, inFlight.count()]).toEqual([false, 1]);
    settling.resolve({ costUsd: "0", costNanoMxn: 0n, availableNanoMxn: 0n });
    await waiting;
    expect(inFlight.count()).toBe(0);
  });

  test("a stop waits for the clean-up of a stream", async () => {
    const inFlight = createInFlight();
    const settling = deferred();
    const service = {
      async *streamChatCompletion() {
        try {
          yield { events: [] };
        } finally {
          await settling.promise;
        }
      },
    } as unknown as InferenceService;
    const inference = inProcess<InferenceService>(InferenceServiceDefinition, service, { log: silentLog, inFlight });
    for await (const message of inference.streamChatCompletion(streamRequest)) {
      expect(message).toEqual({ events: [] });
      break;
    }
    expect(inFlight.count()).toBe(1);
    settling.resolve();
    await inFlight.idle();
    expect(inFlight.count()).toBe(0);
  });

  test("ended, failed and never started streams, and failed calls, are no longer counted", async () => {
    const inFlight = createInFlight();
    const endings: Array<() => AsyncIterable<never>> = [
      async function* ends() {
        yield* [];
      },
      async function* fails() {
        yield* await Promise.reject<[]>(new Error("x"));
      },
      () => {
        throw new Error("x");
      },
    ];
    for (const streamChatCompletion of endings) {
      const inference = inProcess<InferenceService>(
        InferenceServiceDefinition,
        { streamChatCompletion } as unknown as InferenceService,
        { log: silentLog, inFlight },
      );
      const messages = inference.streamChatCompletion(streamRequest)[Symbol.asyncIterator]();
      await messages.next().catch(() => {});
      await messages.return?.();
      inference.streamChatCompletion(streamRequest);
    }
    const billing = inProcess<BillingService>(BillingServiceDefinition, {} as BillingService, {
      log: silentLog,
      inFlight,
    });
    await expect(billing.getFxRate({})).rejects.toMatchObject({ code: "internal_error" });
    expect(inFlight.count()).toBe(0);
    await inFlight.idle();
  });
});
