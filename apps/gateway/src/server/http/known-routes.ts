import { CenoteError } from "@cenote/core";
import type { FastifyInstance } from "fastify";

/** Which methods an address takes, for the answer to one it does not take. */
export interface KnownRoutes {
  /** @returns Methods of the routes that match; empty for an unknown address. */
  allowedMethods(path: string): readonly string[];
}

/** `/v1/models/*` and `/media/:id` as an expression over paths. */
const toPattern = (url: string): RegExp =>
  new RegExp(`^${url.split("/").map((step) => (step === "*" ? ".+" : step.startsWith(":") ? "[^/]+" : step.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))).join("/")}$`);

/** Call before routes are added. */
export const watchRoutes = (app: FastifyInstance): KnownRoutes => {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: toPattern(url), methods: new Set() };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(url, route);
  });
  return {
    allowedMethods(path) {
      const methods = new Set<string>();
      for (const route of routes.values()) {
        if (route.pattern.test(path)) for (const method of route.methods) methods.add(method);
      }
      return [...methods].sort();
    },
  };
};

/** What clients of OpenAI's, Anthropic's and others' APIs call and we do not have. */
const FOREIGN = /^\/v1\/(responses|completions|messages|audio|files|moderations|rerank|batches)(?=\/|$)/;
const SPOKEN = "`/v1/chat/completions`, `/v1/embeddings`, `/v1/images/generations`, `/v1/videos/generations` and `/v1/models`";
/** OpenAI's address for what has another one here. */
const VIDEOS = "/v1/videos";

/** What an address without a route is answered with. @param path Of the caller: not repeated. Errors: not_found, method_not_allowed. */
export const toMissingRoute = (allowed: readonly string[], method: string, path: string): CenoteError => {
  if (allowed.length > 0) {
    const hint = method === "POST" && path === VIDEOS ? " A video is started with `POST /v1/videos/generations`." : "";
    return new CenoteError("method_not_allowed", `This address does not take that method. It takes ${allowed.join(", ")}.${hint}`);
  }
  const foreign = FOREIGN.exec(path)?.[1];
  return new CenoteError("not_found", foreign === undefined ? undefined : `This gateway does not speak \`/v1/${foreign}\`. It speaks ${SPOKEN}.`);
};
