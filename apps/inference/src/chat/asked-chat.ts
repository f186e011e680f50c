import { findCatalogModel, retiredError, unservedError } from "@cenote/calls";
import { type Catalog, type ChatModel, type ImageTokens, shutdownDateOf } from "@cenote/catalog";
import type { CallContext, ChatRequest } from "@cenote/contracts";
import { type CenoteError, invalidField, MAX_FALLBACK_MODELS } from "@cenote/core";
import type { ChatCall, CountedFor } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import { countedFor } from "../metering/counted-for";
import type { CallScope } from "../call-scope";
import { toChatCall } from "../contract/chat-call";
import { dearestImages } from "./dearest-images";

/** A validated request, with all configured routes that may answer it. */
export interface AskedChat {
  readonly call: ChatCall;
  /** The requested model, followed by its fallbacks. */
  readonly models: readonly [ChatModel, ...ChatModel[]];
  /** At least one. */
  readonly candidates: readonly ChatCandidate[];
  readonly imageTokens: ImageTokens | undefined;
  /** Whether the caller wants a cut stream to be continued. */
  readonly continueOnCut: boolean;
  /** Shutdown date of the first model. */
  readonly shutdownDate: string | undefined;
  readonly countedFor: CountedFor;
}

const findFallbacks = (scope: CallScope, ids: readonly string[], { allowedModels }: CallContext): ChatModel[] => {
  if (ids.length > MAX_FALLBACK_MODELS) throw invalidField("models", `at most ${MAX_FALLBACK_MODELS}.`);
  return ids.map((id, index) =>
    findCatalogModel(scope.catalog, id, "chat", { allowedModels, param: `models[${index}]` }),
  );
};

/** The error for models without routes. */
const noRouteError = (catalog: Catalog, models: AskedChat["models"], zdr: boolean): CenoteError => {
  const [model] = models;
  const retired = retiredError(model);
  if (retired !== undefined) return retired;
  if (zdr) return invalidField("zdr", `${model.id} has no route with zero data retention.`);
  return unservedError(catalog, models);
};

/** Errors: invalid_request_error, model_not_found. */
export const readAskedChat = (scope: CallScope, context: CallContext, chat: ChatRequest | undefined): AskedChat => {
  const { zdr } = context;
  if (chat === undefined) throw invalidField("chat", "missing.");
  const call = toChatCall(chat);
  const model = findCatalogModel(scope.catalog, chat.model, "chat", context);
  const models = [model, ...findFallbacks(scope, chat.fallbackModels, context)] as const;
  const catalog = scope.catalog.current();
  const candidates = models.flatMap((one) => scope.candidatesOf(catalog, one, zdr));
  if (candidates.length === 0) throw noRouteError(catalog, models, zdr);
  return {
    call,
    models,
    candidates,
    imageTokens: dearestImages(models),
    continueOnCut: chat.continueOnCut,
    shutdownDate: shutdownDateOf(catalog, model),
    countedFor: countedFor(context),
  };
};
