import { CenoteError } from "@cenote/core";
import type { Caller } from "./call";

/** What a client token may be made for. */
export type Operation = "chat" | "embeddings" | "images" | "video" | "balance";

/** `any`: whoever has a key or a token; `graphql`: each field asks for itself. Every other route wants an API key. */
const ROUTES: Readonly<Record<string, Operation | "any" | "graphql">> = {
  "/v1/chat/completions": "chat",
  "/v1/embeddings": "embeddings",
  "/v1/images/generations": "images",
  "/v1/videos/generations": "video",
  "/v1/videos/:job_id": "video",
  "/v1/videos/:job_id/cancel": "video",
  "/v1/models": "any",
  "/v1/models/*": "any",
  "/graphql": "graphql",
  "/graphql/stream": "graphql",
};

export const operationOfRoute = (url: string | undefined): Operation | "any" | "graphql" | undefined => ROUTES[url ?? ""];

/** Errors: permission_denied. @param operation Undefined: for API keys alone. */
export const requireOperation = ({ clientToken }: Caller, operation: Operation | "any" | "graphql" | undefined): void => {
  if (clientToken === undefined || operation === "any" || operation === "graphql") return;
  if (operation === undefined) throw new CenoteError("permission_denied", "This needs an API key: a client token does not do.");
  if (!clientToken.operations.includes(operation)) throw new CenoteError("permission_denied", `The client token was not made for the operation ${operation}.`);
};

/** Errors: permission_denied for the first model that the client token does not name. */
export const requireModels = ({ clientToken }: Caller, models: readonly string[]): void => {
  if (clientToken === undefined || clientToken.models.length === 0) return;
  const denied = models.find((model) => !clientToken.models.includes(model));
  if (denied !== undefined) throw new CenoteError("permission_denied", `The client token was not made for the model ${JSON.stringify(denied)}.`, { param: "model" });
};

/** Errors: permission_denied. A page can't choose what its browser sends as `Origin`. */
export const requireOrigin = ({ clientToken }: Caller, origin: string | undefined): void => {
  if (clientToken === undefined || clientToken.origins.length === 0) return;
  if (origin === undefined || !clientToken.origins.includes(origin)) throw new CenoteError("permission_denied", "The client token was not made for this origin.");
};

/** The models a checked REST body names, the callers' own fallbacks among them. */
export const modelsOfBody = (body: unknown): readonly string[] => {
  if (typeof body !== "object" || body === null) return [];
  const { model, models } = body as { readonly model?: unknown; readonly models?: unknown };
  return [model, ...(Array.isArray(models) ? (models as unknown[]) : [])].filter((name) => typeof name === "string");
};
