import type { CatalogSource, Model, ModelType, ProviderKind } from "@cenote/catalog";
import type { BillingService, CallContext } from "@cenote/contracts";
import { CenoteError, type Clock, type Ids, type Log, REQUEST_ID, invalidRequest } from "@cenote/core";
import type { ProviderClient, TokenCounter } from "@cenote/providers";
import type { CandidateFinder, Router } from "@cenote/routing";

/** What every call works with. */
export interface CallScope {
  readonly catalog: CatalogSource;
  readonly billing: BillingService;
  readonly candidatesOf: CandidateFinder;
  readonly router: Router;
  readonly clients: ReadonlyMap<ProviderKind, ProviderClient>;
  readonly counter: TokenCounter;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

const ORGANIZATION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checks who pays and gives the call an id where it has none. Errors: invalid_request_error. */
export const toCallContext = (context: CallContext | undefined, ids: Ids): CallContext => {
  if (context === undefined || !ORGANIZATION_ID.test(context.organizationId)) {
    throw invalidRequest("context.organization_id", "context.organization_id: the UUID of the organization that pays.");
  }
  if (context.requestId === "") return { ...context, requestId: ids.requestId() };
  if (!REQUEST_ID.test(context.requestId)) {
    throw invalidRequest("context.request_id", "context.request_id: `req_` and 24 hexadecimal characters.");
  }
  return context;
};

/** Errors: model_not_found; invalid_request_error where the model is of another type. */
export const findModel = (scope: CallScope, id: string, type: ModelType): Model => {
  const model = scope.catalog.current().models.get(id);
  if (model === undefined) {
    throw new CenoteError("model_not_found", `The model ${JSON.stringify(id)} does not exist. Ids have the form <provider>/<model>; GET /v1/models lists them.`, { param: "model" });
  }
  if (model.type !== type) {
    throw invalidRequest("model", `model: ${id} is of type ${model.type}; this call needs one of type ${type}.`);
  }
  return model;
};

export const clientOf = (scope: CallScope, kind: ProviderKind): ProviderClient => {
  const client = scope.clients.get(kind);
  if (client === undefined) throw new Error(`no client for providers of kind ${kind}`);
  return client;
};
