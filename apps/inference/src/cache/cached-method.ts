import type {
  CreateChatCompletionRequest,
  CreateChatCompletionResponse,
  CreateEmbeddingsRequest,
  CreateEmbeddingsResponse,
} from "@cenote/contracts";
import { type CallRequest, chatMethod, embeddingsMethod, type UnaryMethod } from "../kept-messages/unary-method";
import { chatKey, embeddingsKey } from "./cache-key";
import { isCacheable } from "./cacheable";

/** A method whose answers may be cached. */
export interface CachedMethod<Request extends CallRequest, Response> extends UnaryMethod<Request, Response> {
  readonly kind: "chat" | "embedding";
  /** Model and cache key of a request; undefined for a request that will be refused. */
  questionOf(request: Request, isSimulated: boolean): { readonly model: string; readonly key: Buffer } | undefined;
  isCacheable(request: Request, response: Response): boolean;
}

export const cachedChat: CachedMethod<CreateChatCompletionRequest, CreateChatCompletionResponse> = {
  ...chatMethod,
  kind: "chat",
  questionOf: ({ chat }, isSimulated) =>
    chat === undefined ? undefined : { model: chat.model, key: chatKey(chat, isSimulated) },
  isCacheable: ({ chat }, answer) => isCacheable(answer, chat?.maxTokens),
};

export const cachedEmbeddings: CachedMethod<CreateEmbeddingsRequest, CreateEmbeddingsResponse> = {
  ...embeddingsMethod,
  kind: "embedding",
  questionOf: ({ embeddings }, isSimulated) =>
    embeddings === undefined ? undefined : { model: embeddings.model, key: embeddingsKey(embeddings, isSimulated) },
  isCacheable: () => true,
};
