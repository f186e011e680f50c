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
  /** Whether the upstream simulator replaces all providers. */
  readonly isSimulated: boolean;
  readonly metrics: CacheMetrics;
  readonly ids: Ids;
}

type Asking<Request> = Request & { readonly context: CallContext & { readonly cache: CacheWish } };

/** Whether a call requests the cache. For calls that do not, this check is the only cost of the cache. */
export const asksForCache = <Request extends CallRequest>(request: Request): request is Asking<Request> =>
  request.context?.cache !== undefined;

/** Calls with zero data retention store nothing, and holders of client tokens must not learn what others asked. */
const isBypassed = ({ zdr, clientTokenId = "" }: CallContext): boolean => zdr || clientTokenId !== "";

/** Whether the model that answered can still answer calls to the requested model. */
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

/** Looks an answer up. @returns The stored answer, whose hit has been recorded, or the call to make. */
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
 * Decorates the service: answers calls that request the cache with stored answers. It goes inside of `withIdempotency`, so
 * that an idempotency key repeats the answer that its first call got, cached or not.
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
