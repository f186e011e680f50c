import type { AllowedModels } from "@cenote/contracts";
import { CenoteError, commonPatterns, matchesModel } from "@cenote/core";
import type { Caller } from "./caller";

/** Operations that a client token can allow. */
export type Operation = "chat" | "embeddings" | "images" | "video" | "balance";

/** The operation of a route. `any` accepts every key and token. With `graphql`, each field checks its own operation. */
export type RouteOperation = Operation | "any" | "graphql";

/** Errors: permission_denied. @param operation Undefined if only API keys are accepted. */
export const requireOperation = ({ clientToken }: Caller, operation: RouteOperation | undefined): void => {
  if (clientToken === undefined || operation === "any" || operation === "graphql") return;
  if (operation === undefined)
    throw new CenoteError("permission_denied", "This needs an API key; a client token is not enough.");
  if (!clientToken.operations.includes(operation))
    throw new CenoteError("permission_denied", `The client token does not allow the operation ${operation}.`);
};

/** Errors: permission_denied for a restricted API key: otherwise it could remove its own restrictions. */
export const requireUnrestricted = ({ keyScope }: Caller): void => {
  if (keyScope !== undefined)
    throw new CenoteError(
      "permission_denied",
      "An API key with a budget, an expiry, or a list of models or networks can't manage keys, guardrails, balance alerts or top-ups.",
    );
};

/** Whether the caller may manage keys and the organization's settings. */
export const isUnrestricted = ({ clientToken, keyScope }: Caller): boolean =>
  clientToken === undefined && keyScope === undefined;

/** Errors: permission_denied for the first model that the client token or the API key does not allow. */
export const requireModels = ({ clientToken, keyScope }: Caller, models: readonly string[]): void => {
  if (clientToken !== undefined) requireAllowed("client token", clientToken.models, models);
  if (keyScope !== undefined) requireAllowed("API key", keyScope.models, models);
};

const requireAllowed = (what: string, allowed: readonly string[], models: readonly string[]): void => {
  const denied = models.find((model) => !isAllowed(allowed, model));
  if (denied !== undefined)
    throw new CenoteError("permission_denied", `The ${what} does not allow the model ${JSON.stringify(denied)}.`, {
      param: "model",
    });
};

/** Whether the client token and the API key allow the model. */
export const mayUse = ({ clientToken, keyScope }: Caller, model: string): boolean =>
  isAllowed(clientToken?.models ?? [], model) && isAllowed(keyScope?.models ?? [], model);

/** An empty list allows every model. `openai/*` allows every model of that provider. */
const isAllowed = (allowed: readonly string[], model: string): boolean =>
  allowed.length === 0 || allowed.some((pattern) => matchesModel(pattern, model));

/** The models that both the client token and the API key allow, in the services' form. Undefined for every model. */
export const allowedModelsOf = ({ clientToken, keyScope }: Caller): AllowedModels | undefined => {
  const ofToken = clientToken?.models ?? [];
  const ofKey = keyScope?.models ?? [];
  if (ofToken.length > 0 && ofKey.length > 0) return { models: commonPatterns(ofToken, ofKey) };
  const models = ofToken.length > 0 ? ofToken : ofKey;
  return models.length === 0 ? undefined : { models };
};

/** Errors: permission_denied. A page can't choose the `Origin` that its browser sends. */
export const requireOrigin = ({ clientToken }: Caller, origin: string | undefined): void => {
  if (clientToken === undefined || clientToken.origins.length === 0) return;
  if (origin === undefined || !clientToken.origins.includes(origin))
    throw new CenoteError("permission_denied", "The client token does not allow this origin.");
};
