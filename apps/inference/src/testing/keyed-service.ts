import type { InferenceService, StreamChatCompletionResponse } from "@cenote/contracts";
import { type CenoteError, toCenoteError } from "@cenote/core";
import { createAnswerCache, createIdempotency, type IdempotencyStore } from "@cenote/idempotency";
import { createMemoryIdempotencyStore } from "@cenote/idempotency/testing";
import type { CacheResult } from "../cache-metrics";
import { keepAnswers } from "../cache/keep-answers";
import { serveCached } from "../cache/serve-cached";
import { withIdempotency } from "../idempotency/with-idempotency";
import { createInferenceService } from "../service";
import { createTestScope, type TestScope } from "./scope";

export interface KeyedService extends TestScope {
  readonly service: InferenceService;
  readonly store: IdempotencyStore;
  /** What each call found that asked for the cache. */
  readonly found: CacheResult[];
}

/** The service with idempotency keys and cached answers over fakes and a memory store. */
export const createKeyedService = (
  options: {
    readonly scope?: TestScope;
    readonly store?: IdempotencyStore;
  } = {},
): KeyedService => {
  const { scope: test = createTestScope(), store = createMemoryIdempotencyStore() } = options;
  const { scope } = test;
  const found: CacheResult[] = [];
  const stored = { ...scope, store, secret: "secret" };
  const metrics = { found: (result: CacheResult) => void found.push(result) };
  const cacheParts = { ...scope, cache: createAnswerCache(stored), isSimulated: false, metrics };
  const keyed = withIdempotency({
    ...scope,
    serviceOver: (over) =>
      serveCached(createInferenceService({ ...scope, billing: over }, { simulated: false }), {
        ...cacheParts,
        billing: over,
      }),
    idempotency: createIdempotency(stored),
  });
  return { ...test, service: keepAnswers(keyed, cacheParts), store, found };
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
