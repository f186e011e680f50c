import { CenoteError } from "@cenote/core";
import type { FastifyInstance } from "fastify";

/** What is known of an address, for the answer where it does not take a request. */
export interface KnownRoutes {
  /** @returns Methods of the routes that match; empty for an unknown address. */
  allowedMethods(path: string): readonly string[];
  /** It would be one of ours, were there `/v1` before it, once: the base URL of the client is wrong. */
  isMisplaced(path: string): boolean;
}

/** `/v1/models/*` and `/media/:id` as an expression over paths. */
const toPattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split("/")
      .map((step) =>
        step === "*" ? ".+" : step.startsWith(":") ? "[^/]+" : step.replace(/[.+?^${}()|[\]\\]/g, "\\$&"),
      )
      .join("/")}$`,
  );

/** What base URLs of other services have where ours have `/v1`, or nothing at all. */
const FOREIGN_BASE = /^(?:\/api|\/openai)?(?:\/v1)*(?=\/)/;

/** Call before routes are added. */
export const watchRoutes = (app: FastifyInstance): KnownRoutes => {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: toPattern(url), methods: new Set() };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(url, route);
  });
  const allowedMethods = (path: string): readonly string[] => {
    const methods = new Set<string>();
    for (const route of routes.values()) {
      if (route.pattern.test(path)) for (const method of route.methods) methods.add(method);
    }
    return [...methods].sort();
  };
  return {
    allowedMethods,
    isMisplaced: (path) => allowedMethods(`/v1${path.replace(FOREIGN_BASE, "")}`).length > 0,
  };
};

/** What clients of OpenAI's, Anthropic's and others' APIs call and we do not have. */
const FOREIGN =
  /^\/v1\/(completions|messages\/batches|audio|files|images\/(?:edits|variations)|moderations|rerank|batches)(?=\/|$)/;
const SPOKEN =
  "`/v1/chat/completions`, `/v1/responses`, `/v1/messages`, `/v1/embeddings`, `/v1/images/generations`, `/v1/videos/generations` and `/v1/models`";
/** OpenAI's address for what has another one here. */
const VIDEOS = "/v1/videos";

/** OpenAI's address for a response that it kept. */
const KEPT_RESPONSE = /^\/v1\/responses\/./;

const MISPLACED = "There is nothing here. A client's base URL ends in `/v1`, once: `https://<this host>/v1`.";
/** Anthropic's clients put `/v1` before it by themselves. */
const MISPLACED_MESSAGES =
  "There is nothing here. The base URL of a client of Anthropic's API has no `/v1`: `https://<this host>`.";

/**
 * What an address without a route is answered with.
 * @param path Of the caller: not repeated. Errors: not_found, method_not_allowed.
 */
export const toMissingRoute = (routes: KnownRoutes, method: string, path: string): CenoteError => {
  const allowed = routes.allowedMethods(path);
  if (allowed.length > 0) {
    const hint = method === "POST" && path === VIDEOS ? " A video is started with `POST /v1/videos/generations`." : "";
    return new CenoteError(
      "method_not_allowed",
      `This path does not support that method. It supports ${allowed.join(", ")}.${hint}`,
    );
  }
  if (routes.isMisplaced(path))
    return new CenoteError("not_found", path.endsWith("/messages") ? MISPLACED_MESSAGES : MISPLACED);
  if (KEPT_RESPONSE.test(path))
    return new CenoteError("not_found", "Responses are not stored, so they can't be retrieved by id.");
  const foreign = FOREIGN.exec(path)?.[1];
  return new CenoteError(
    "not_found",
    foreign === undefined ? undefined : `This gateway does not support \`/v1/${foreign}\`. It supports ${SPOKEN}.`,
  );
};
