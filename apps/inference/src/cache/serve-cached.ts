import { readContext, replayedInfo, retiredError, type SettleParts } from "@cenote/calls";
import { type Catalog, type CatalogSource, shutdownDateOf } from "@cenote/catalog";
import type {
  AnswerCache as CacheWish,
  CallContext,
  CallInfo,
  InferenceService,
  StreamChatCompletionRequest,
  StreamChatCompletionResponse,
} from "@cenote/contracts";
import { cacheSecondsFault, type Ids } from "@cenote/core";
import type { AnswerCache } from "@cenote/idempotency";
import type { CacheMetrics, CacheResult } from "../cache-metrics";
import { messageWithInfo } from "../kept-messages/stream-message";
import type { CallRequest } from "../kept-messages/unary-method";
import { cachedChat, cachedEmbeddings, type CachedMethod } from "./cached-method";
import { recordHit } from "./record-hit";
import { replayedStream } from "./replayed-stream";

export interface CacheParts extends SettleParts {
  readonly cache: AnswerCache;
  readonly catalog: CatalogSource;
  /** The upstream simulator stands in for every provider. */
  readonly isSimulated: boolean;
  readonly metrics: CacheMetrics;
  readonly ids: Ids;
}

type Asking<Request> = Request & { readonly context: CallContext & { readonly cache: CacheWish } };

/** Nearly no call does: this look is all that the cache costs it. */
export const asksForCache = <Request extends CallRequest>(request: Request): request is Asking<Request> =>
  request.context?.cache !== undefined;

/** A call with zero data retention stores nothing, and the holder of a client token must not learn what others asked. */
const isBypassed = ({ zdr, clientTokenId = "" }: CallContext): boolean => zdr || clientTokenId !== "";

/** Whether a call to the model could still be answered by that other one. */
const isServed = ({ models }: Catalog, asked: string, answering: string): boolean => {
  const model = models.get(asked);
  return model !== undefined && retiredError(model) === undefined && models.has(answering);
};

const withResult =
  (cache: CacheResult) =>
  (info: CallInfo | undefined): CallInfo | undefined =>
    info === undefined ? undefined : { ...info, cache };

type Looked<Response> =
  | { readonly next: "answer"; readonly answer: Response }
  | { readonly next: "call"; readonly context: CallContext; readonly toInfo: ReturnType<typeof withResult> };

/** The stored answer, which is recorded when it resolves, or the call to make. */
const look = async <Request extends CallRequest, Response extends { readonly model: string }>(
  parts: CacheParts,
  method: CachedMethod<Request, Response>,
  request: Asking<Request>,
  stream: boolean,
): Promise<Looked<Response>> => {
  const { seconds, refresh } = request.context.cache;
  const fault = cacheSecondsFault("context.cache.seconds", seconds);
  if (fault !== undefined) throw fault;
  const context = readContext(request.context, parts.ids);
  const toMake = (result: CacheResult): Looked<Response> => {
    parts.metrics.found(result);
    return { next: "call", context, toInfo: withResult(result) };
  };
  if (isBypassed(context)) return toMake("bypass");
  const question = method.questionOf(request, parts.isSimulated);
  if (question === undefined || refresh) return toMake("miss");
  const { organizationId } = context;
  const stored = await parts.cache.find({ organizationId, request: question.key }, seconds * 1_000);
  if (stored === undefined) return toMake("miss");
  const answer = method.decode(stored);
  const catalog = parts.catalog.current();
  const asked = catalog.models.get(question.model);
  if (asked === undefined || !isServed(catalog, question.model, answer.model)) return toMake("miss");
  const rateLimits = await recordHit(parts, {
    context,
    kind: method.kind,
    stream,
    askedModel: question.model,
    answeringModel: answer.model,
  });
  parts.metrics.found("hit");
  return {
    next: "answer",
    answer: method.withInfo(answer, (info) => ({
      ...replayedInfo(info),
      rateLimits,
      shutdownDate: shutdownDateOf(catalog, asked),
      cache: "hit",
    })),
  };
};

const serveOne = async <Request extends CallRequest, Response extends { readonly model: string }>(
  parts: CacheParts,
  method: CachedMethod<Request, Response>,
  request: Asking<Request>,
  make: (request: Request) => Promise<Response>,
): Promise<Response> => {
  const looked = await look(parts, method, request, false);
  if (looked.next === "answer") return looked.answer;
  const { context, toInfo } = looked;
  return method.withInfo(await make({ ...request, context }), toInfo);
};

async function* serveStream(
  parts: CacheParts,
  service: InferenceService,
  request: Asking<StreamChatCompletionRequest>,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamChatCompletionResponse, void, undefined> {
  const looked = await look(parts, cachedChat, request, true);
  if (looked.next === "answer") {
    yield replayedStream(looked.answer);
    return;
  }
  const { context, toInfo } = looked;
  for await (const message of service.streamChatCompletion({ ...request, context }, signal))
    yield messageWithInfo(message, toInfo);
}

/**
 * The service with stored answers for calls that ask for them. It goes inside `withIdempotency`, so that a key stands for
 * whatever its first call was given.
 */
export const serveCached = (service: InferenceService, parts: CacheParts): InferenceService => ({
  ...service,
  createChatCompletion: (request, signal) =>
    asksForCache(request)
      ? serveOne(parts, cachedChat, request, (made) => service.createChatCompletion(made, signal))
      : service.createChatCompletion(request, signal),
  streamChatCompletion: (request, signal) =>
    asksForCache(request)
      ? serveStream(parts, service, request, signal)
      : service.streamChatCompletion(request, signal),
  createEmbeddings: (request, signal) =>
    asksForCache(request)
      ? serveOne(parts, cachedEmbeddings, request, (made) => service.createEmbeddings(made, signal))
      : service.createEmbeddings(request, signal),
});
