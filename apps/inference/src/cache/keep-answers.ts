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

/** Never rejects. */
const keep = async <Request extends CallRequest, Response extends { readonly info?: CallInfo | undefined }>(
  { cache, isSimulated }: KeepParts,
  method: CachedMethod<Request, Response>,
  request: Request & { readonly context: CallContext },
  answer: Response,
): Promise<void> => {
  const { context } = request;
  // Set only by a call that was made and is paid for now, not by a stored or replayed answer.
  if (answer.info?.cache !== "miss" || !method.isWorthKeeping(request, answer)) return;
  // They may have been left out because of its budget, which other callers do not have.
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
    // Before the end is sent: a caller who has the whole answer can count on it being kept.
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
 * The service, which keeps the answers of calls that asked for the cache and found none. It goes outside of
 * `withIdempotency`: there every answer that is complete is paid for.
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
