import type { Cost } from "@cenote/calls";
import {
  type ChatRequest,
  CreateChatCompletionRequest,
  CreateChatCompletionResponse,
  CreateEmbeddingsRequest,
  CreateEmbeddingsResponse,
  type CallContext,
  type CallInfo,
  type InferenceService,
} from "@cenote/contracts";

/** Any request of the service. */
export interface CallRequest {
  readonly context?: CallContext | undefined;
}

/** A unary method, as the code that stores its answers sees it. */
export interface UnaryMethod<Request extends CallRequest, Response> {
  /** Separates its keys from those of other methods. */
  readonly name: string;
  call(service: InferenceService, request: Request, signal: AbortSignal | undefined): Promise<Response>;
  /** The request without its context: the same bytes for the same request. */
  body(request: Request): Uint8Array;
  encode(response: Response): Uint8Array;
  decode(bytes: Uint8Array): Response;
  priced(response: Response, cost: Cost): Response;
  withInfo(response: Response, change: (info: CallInfo | undefined) => CallInfo | undefined): Response;
}

/**
 * A chat in the form in which repeated requests are compared. The request for a summary of the reasoning is left out,
 * because earlier versions did not read that field.
 */
export const keptChat = (chat: ChatRequest | undefined): ChatRequest | undefined =>
  chat?.reasoningSummary === undefined ? chat : { ...chat, reasoningSummary: undefined };

export const chatMethod: UnaryMethod<CreateChatCompletionRequest, CreateChatCompletionResponse> = {
  name: "chat",
  call: (service, request, signal) => service.createChatCompletion(request, signal),
  body: (request) =>
    CreateChatCompletionRequest.encode({ ...request, chat: keptChat(request.chat), context: undefined }).finish(),
  encode: (response) => CreateChatCompletionResponse.encode(response).finish(),
  decode: (bytes) => CreateChatCompletionResponse.decode(bytes),
  priced: (response, cost) => ({ ...response, usage: response.usage && { ...response.usage, ...cost } }),
  withInfo: (response, change) => ({ ...response, info: change(response.info) }),
};

export const embeddingsMethod: UnaryMethod<CreateEmbeddingsRequest, CreateEmbeddingsResponse> = {
  name: "embeddings",
  call: (service, request, signal) => service.createEmbeddings(request, signal),
  body: (request) => CreateEmbeddingsRequest.encode({ ...request, context: undefined }).finish(),
  encode: (response) => CreateEmbeddingsResponse.encode(response).finish(),
  decode: (bytes) => CreateEmbeddingsResponse.decode(bytes),
  priced: (response, cost) => ({ ...response, usage: response.usage && { ...response.usage, ...cost } }),
  withInfo: (response, change) => ({ ...response, info: change(response.info) }),
};
