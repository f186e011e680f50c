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

const ONE_BY_ONE = "Send the calls one by one.";
const WHOLE_CONVERSATION =
  "Nothing is kept between calls: send the whole conversation with each, to `/v1/responses` or `/v1/chat/completions`.";
const IN_MESSAGES = "Files are not kept: send images in the messages, as `data:` URLs.";

/** What clients of OpenAI's, Anthropic's and others' APIs call and we do not have, with what does the same here. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ["completions", "Send the prompt to `/v1/chat/completions`, as the message of a user."],
  ["responses/compact", "Have a model summarize the conversation, and go on from its summary."],
  ["messages/batches", ONE_BY_ONE],
  ["batches", ONE_BY_ONE],
  ["assistants", WHOLE_CONVERSATION],
  ["threads", WHOLE_CONVERSATION],
  ["conversations", WHOLE_CONVERSATION],
  ["files", IN_MESSAGES],
  ["uploads", IN_MESSAGES],
  ["vector_stores", "Search texts of yours by their `/v1/embeddings`, and put what is found into the messages."],
  ["images/edits", ""],
  ["images/variations", ""],
  ["audio", ""],
  ["realtime", ""],
  ["moderations", ""],
  ["fine_tuning", ""],
  ["rerank", ""],
]);

/** @param path Of the caller. @returns The address of `FOREIGN` that it is, or that it is below. */
const foreignIn = (path: string): string | undefined => {
  const [, version, ...steps] = path.split("/");
  return version === "v1"
    ? [steps.slice(0, 2).join("/"), steps[0] ?? ""].find((address) => FOREIGN.has(address))
    : undefined;
};

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
  const foreign = foreignIn(path);
  if (foreign !== undefined) {
    const instead = FOREIGN.get(foreign) || `It supports ${SPOKEN}.`;
    return new CenoteError("not_found", `This gateway does not support \`/v1/${foreign}\`. ${instead}`);
  }
  return new CenoteError(
    "not_found",
    KEPT_RESPONSE.test(path) ? "Responses are not stored, so they can't be retrieved by id." : undefined,
  );
};
