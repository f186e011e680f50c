import type { InferenceService, StreamChatCompletionResponse } from "@cenote/contracts";
import { type CenoteError, type Log, silentLog, toCenoteError } from "@cenote/core";
import { createIdempotency, createMemoryIdempotencyStore, type IdempotencyStore } from "@cenote/idempotency";
import { withIdempotency } from "../idempotency/with-idempotency";
import { createInferenceService } from "../service";
import { createTestScope, type TestScope } from "./scope";

export interface KeyedService extends TestScope {
  readonly service: InferenceService;
  readonly store: IdempotencyStore;
}

/** The service with idempotency keys over fakes and a memory store. */
export const createKeyedService = (
  options: { readonly scope?: TestScope; readonly store?: IdempotencyStore; readonly log?: Log } = {},
): KeyedService => {
  const { scope: test = createTestScope(), store = createMemoryIdempotencyStore(), log = silentLog } = options;
  const { scope } = test;
  const { billing, clock, ids } = scope;
  const idempotency = createIdempotency({ store, secret: "secret", clock, ids, log });
  const service = withIdempotency({
    serviceOver: (over) => createInferenceService({ ...scope, billing: over }, { simulated: false }),
    billing,
    idempotency,
    clock,
    ids,
    log,
  });
  return { ...test, service, store };
};

export interface StreamRead {
  readonly messages: readonly StreamChatCompletionResponse[];
  readonly error: CenoteError | undefined;
}

/** A stream to its end, or until `leaveAfter` messages. */
export const readStream = async (
  stream: AsyncIterable<StreamChatCompletionResponse>,
  leaveAfter = Infinity,
): Promise<StreamRead> => {
  const messages: StreamChatCompletionResponse[] = [];
  try {
    for await (const message of stream) {
      messages.push(message);
      if (messages.length >= leaveAfter) break;
    }
    return { messages, error: undefined };
  } catch (error) {
    return { messages, error: toCenoteError(error) };
  }
};
