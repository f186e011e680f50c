import { CenoteError } from "@cenote/core";
import type { Caller } from "./call";

/** What a client token may be made for. */
export type Operation = "chat" | "embeddings" | "images" | "video" | "balance";

/** What a route is for. `any`: whoever has a key or a token; `graphql`: each field asks for itself. */
export type RouteOperation = Operation | "any" | "graphql";

/** Errors: permission_denied. @param operation Undefined: for API keys alone. */
export const requireOperation = ({ clientToken }: Caller, operation: RouteOperation | undefined): void => {
  if (clientToken === undefined || operation === "any" || operation === "graphql") return;
  if (operation === undefined)
    throw new CenoteError("permission_denied", "This needs an API key; a client token is not enough.");
  if (!clientToken.operations.includes(operation))
    throw new CenoteError("permission_denied", `The client token does not allow the operation ${operation}.`);
};

/** Errors: permission_denied for the first model that the client token does not name. */
export const requireModels = ({ clientToken }: Caller, models: readonly string[]): void => {
  if (clientToken === undefined || clientToken.models.length === 0) return;
  const denied = models.find((model) => !clientToken.models.includes(model));
  if (denied !== undefined)
    throw new CenoteError("permission_denied", `The client token does not allow the model ${JSON.stringify(denied)}.`, {
      param: "model",
    });
};

/** Errors: permission_denied. A page can't choose what its browser sends as `Origin`. */
export const requireOrigin = ({ clientToken }: Caller, origin: string | undefined): void => {
  if (clientToken === undefined || clientToken.origins.length === 0) return;
  if (origin === undefined || !clientToken.origins.includes(origin))
    throw new CenoteError("permission_denied", "The client token does not allow this origin.");
};

/** The models a checked REST body names, the callers' own fallbacks among them. */
export const modelsOfBody = (body: unknown): readonly string[] => {
  if (typeof body !== "object" || body === null) return [];
  const { model, models } = body as { readonly model?: unknown; readonly models?: unknown };
  return [model, ...(Array.isArray(models) ? (models as unknown[]) : [])].filter((name) => typeof name === "string");
};
