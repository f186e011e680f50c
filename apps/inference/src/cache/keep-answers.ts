import { NO_COST, replayedInfo } from "@cenote/calls";
import type {
  CallContext,
  CallInfo,
  InferenceService,
  StreamChatCompletionRequest,
  StreamChatCompletionResponse,
} from "@cenote/contracts";
import { IDEMPOTENCY_LIMITS } from "@cenote/idempotency";
import type { CallRequest } from "../kept-messages/unary-method";
import { cachedChat, cachedEmbeddings, type CachedMethod } from "./cached-method";
import { asksForCache, type CacheParts } from "./serve-cached";
import { createStreamFold } from "./stream-fold";

type KeepParts = Pick<CacheParts, "cache" | "isSimulated">;

/** Stores an answer if it may be cached. Never rejects. */
const keep = async <Request extends CallRequest, Response extends { readonly info?: CallInfo | undefined }>(
  { cache, isSimulated }: KeepParts,
  method: CachedMethod<Request, Response>,
  request: Request & { readonly context: CallContext },
  answer: Response,
): Promise<void> => {
  const { context } = request;
  // Only a call that was made and paid for now is a `miss`, not a stored or replayed answer.
  if (answer.info?.cache !== "miss" || !method.isCacheable(request, answer)) return;
  // The fields may have been dropped because of the call's budget, which other callers do not have.
  if (context.budgeted === true && answer.info.droppedFields.length > 0) return;
  const question = method.questionOf(request, isSimulated);
  if (question === undefined || context.cache === undefined) return;
  await cache.keep(
    { organizationId: context.organizationId, request: question.key },
    method.encode(method.withInfo(method.priced(answer, NO_COST), replayedInfo)),
    { ms: context.cache.seconds * 1_000, requestId: answer.info.originalRequestId ?? context.requestId },
  );
};

async function* keepStream(
  parts: KeepParts,
  service: InferenceService,
  request: StreamChatCompletionRequest & { readonly context: CallContext },
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamChatCompletionResponse, void, undefined> {
  const fold = createStreamFold(IDEMPOTENCY_LIMITS.maxAnswerBytes);
  for await (const message of service.streamChatCompletion(request, signal)) {
    fold.add(message);
    const answer = fold.answer();
    // Stored before the end is sent, so that a caller with the whole answer can rely on it being stored.
    if (answer !== undefined) await keep(parts, cachedChat, request, answer);
    yield message;
  }
}

const keepOne = async <Request extends CallRequest, Response extends { readonly info?: CallInfo | undefined }>(
  parts: KeepParts,
  method: CachedMethod<Request, Response>,
  request: Request & { readonly context: CallContext },
  making: Promise<Response>,
): Promise<Response> => {
  const answer = await making;
  await keep(parts, method, request, answer);
  return answer;
};

/**
 * Decorates the service: stores the answers of calls that missed the cache. It goes outside of `withIdempotency`, where
 * every complete answer has been paid for.
 */
export const keepAnswers = (service: InferenceService, parts: KeepParts): InferenceService => ({
  ...service,
  createChatCompletion: (request, signal) =>
    asksForCache(request)
      ? keepOne(parts, cachedChat, request, service.createChatCompletion(request, signal))
      : service.createChatCompletion(request, signal),
  streamChatCompletion: (request, signal) =>
    asksForCache(request) ? keepStream(parts, service, request, signal) : service.streamChatCompletion(request, signal),
  createEmbeddings: (request, signal) =>
    asksForCache(request)
      ? keepOne(parts, cachedEmbeddings, request, service.createEmbeddings(request, signal))
      : service.createEmbeddings(request, signal),
});
