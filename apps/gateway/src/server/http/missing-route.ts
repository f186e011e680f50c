import { CenoteError } from "@cenote/core";
import { type KnownRoutes, splitBase } from "./known-routes";

const SUPPORTED =
  "`/v1/chat/completions`, `/v1/responses`, `/v1/messages`, `/v1/embeddings`, `/v1/images/generations`, `/v1/images/edits`, `/v1/videos/generations` and `/v1/models`";
const ONE_BY_ONE = "Send the calls one by one.";
const WHOLE_CONVERSATION =
  "Nothing is stored between calls: send the whole conversation with each, to `/v1/responses` or `/v1/chat/completions`.";
const IN_MESSAGES = "Files are not stored: send images and PDF files in the messages, as `data:` URLs.";

const MONEY = "Every answer has its cost in `usage`; `/graphql` has the balance, in `viewer { balance }`";
const KEYS = "API keys are made and listed at `/graphql`, in `apiKeys`, and with the command-line tool.";

/** Addresses of other APIs that do not exist here, and what to use instead; empty if there is no replacement. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ["completions", "Send the prompt to `/v1/chat/completions`, as the message of a user."],
  ["responses/compact", "Have a model summarize the conversation, and continue from the summary."],
  ["messages/batches", ONE_BY_ONE],
  ["batches", ONE_BY_ONE],
  ["assistants", WHOLE_CONVERSATION],
  ["threads", WHOLE_CONVERSATION],
  ["conversations", WHOLE_CONVERSATION],
  ["files", IN_MESSAGES],
  ["uploads", IN_MESSAGES],
  ["vector_stores", "Search your texts with `/v1/embeddings`, and put the results into the messages."],
  ["images", "Images are made with `POST /v1/images/generations`, and edited with `POST /v1/images/edits`."],
  ["video", "Videos are started with `POST /v1/videos/generations`."],
  [
    "deployments",
    "Azure's addresses have no place here: the base URL is `https://<this host>/v1`, and the model is in the body.",
  ],
  ["v1beta", "Google's API is not available: `/v1/chat/completions` has its models."],
  ["credits", `${MONEY}.`],
  ["generation", `${MONEY}, and each call, in \`request(id)\`.`],
  ["key", KEYS],
  ["keys", KEYS],
  ["images/variations", ""],
  ["audio", ""],
  ["realtime", ""],
  ["moderations", ""],
  ["fine_tuning", ""],
  ["rerank", ""],
]);

/** The entry of `FOREIGN` for the caller's path or a parent of it. */
const foreignIn = (path: string): { readonly address: string; readonly instead: string } | undefined => {
  const [base, rest] = splitBase(path);
  const [, first = "", second] = rest.split("/");
  const name = [`${first}/${second}`, first].find((address) => FOREIGN.has(address));
  if (name === undefined) return undefined;
  return { address: `${base}/${name}`, instead: FOREIGN.get(name) || `It supports ${SUPPORTED}.` };
};

/** The error for `/`, which names the useful addresses. @param more A further sentence. */
export const atRoot = (more = ""): CenoteError =>
  new CenoteError(
    "not_found",
    `This is the base address of a gateway. \`/docs\` describes its API, \`/v1/models\` lists its models.${more}`,
  );

/** @param allowed Methods that the address supports. */
export const methodNotAllowed = (allowed: readonly string[], hint = ""): CenoteError =>
  new CenoteError(
    "method_not_allowed",
    `This path does not support that method. It supports ${allowed.join(", ")}.${hint}`,
  );

/** OpenAI's address for starting a video. Ours is different. */
const VIDEOS = "/v1/videos";

/** OpenAI's address of a stored response. */
const STORED_RESPONSE = /^\/v1\/responses\/./;

const MISPLACED = "There is nothing here. A client's base URL ends in `/v1`, once: `https://<this host>/v1`.";
/** Anthropic's clients add `/v1` themselves. */
const MISPLACED_MESSAGES =
  "There is nothing here. The base URL of a client of Anthropic's API has no `/v1`: `https://<this host>`.";

/**
 * The error for a request that no route accepts: not_found or method_not_allowed.
 * @param path The caller's path. The error does not repeat it.
 */
export const toMissingRoute = (routes: KnownRoutes, method: string, path: string): CenoteError => {
  const allowed = routes.allowedMethods(path);
  if (allowed.length > 0) {
    const hint = method === "POST" && path === VIDEOS ? " A video is started with `POST /v1/videos/generations`." : "";
    return methodNotAllowed(allowed, hint);
  }
  if (path === "/") return atRoot();
  if (path.endsWith("/") && routes.allowedMethods(path.slice(0, -1)).length > 0)
    return new CenoteError("not_found", "There is nothing here. Addresses have no `/` at their end.");
  if (routes.isMisplaced(path))
    return new CenoteError("not_found", path.endsWith("/messages") ? MISPLACED_MESSAGES : MISPLACED);
  const foreign = foreignIn(path);
  if (foreign !== undefined)
    return new CenoteError("not_found", `This gateway does not support \`${foreign.address}\`. ${foreign.instead}`);
  return new CenoteError(
    "not_found",
    STORED_RESPONSE.test(path) ? "Responses are not stored, so they can't be retrieved by id." : undefined,
  );
};
