import type { CallContext, InferenceService } from "@cenote/contracts";
import { type CallRequest, chatMethod, embeddingsMethod } from "../kept-messages/unary-method";
import { answerOnce, type OnceParts } from "./answer-once";
import { streamOnce } from "./stream-once";

const isKeyed = <Request extends CallRequest>(
  request: Request,
): request is Request & { readonly context: CallContext } =>
  request.context !== undefined && request.context.idempotencyKey !== "";

/** Decorates the service with `Idempotency-Key`. A call without a key costs only a check of its context. */
export const withIdempotency = (parts: OnceParts): InferenceService => {
  const service = parts.serviceOver(parts.billing);
  return {
    ...service,
    createChatCompletion: (request, signal) =>
      isKeyed(request) ? answerOnce(parts, chatMethod, request, signal) : service.createChatCompletion(request, signal),
    streamChatCompletion: (request, signal) =>
      isKeyed(request) ? streamOnce(parts, request, signal) : service.streamChatCompletion(request, signal),
    createEmbeddings: (request, signal) =>
      isKeyed(request)
        ? answerOnce(parts, embeddingsMethod, request, signal)
        : service.createEmbeddings(request, signal),
  };
};
