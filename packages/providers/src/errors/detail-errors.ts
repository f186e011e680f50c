import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json-fields";
import { namesPrompt, refusedFields } from "./refused-fields";
import { beginsWith, kindOfForbidden, kindOfMissing } from "./refusal-sentences";
import { ProviderError, type ProviderErrorFacts, type ProviderErrorKind } from "../spec";

const MAX_MESSAGE_CHARACTERS = 4_000;

const pathOf = ({ loc }: Fields): string => (Array.isArray(loc) ? loc.join(".") : "");

/** One entry of FastAPI's list of mistakes: `body.duration: Input should be '5' or '10'`. */
const mistakeText = (mistake: unknown): string => {
  if (!isFields(mistake)) return textOf(mistake);
  const path = pathOf(mistake);
  return path === "" || path === "body" ? textOf(mistake["msg"]) : `${path}: ${textOf(mistake["msg"])}`;
};

/** In which of four shapes the error comes: `detail` as text or list, `message`, or `error`. */
const messageOf = (body: unknown): string => {
  if (!isFields(body)) return "";
  const { detail, error } = body;
  if (Array.isArray(detail))
    return detail
      .map(mistakeText)
      .filter((text) => text !== "")
      .join("; ");
  if (textOf(detail) !== "") return textOf(detail);
  return textOf(body["message"]) || textOf(error) || (isFields(error) ? textOf(error["message"]) : "");
};

/** The words that name the kind of error, small letters. */
const wordsOf = (body: unknown): string => {
  if (!isFields(body)) return "";
  const { detail, error } = body;
  const types = Array.isArray(detail)
    ? detail.map((mistake) => (isFields(mistake) ? textOf(mistake["type"]) : ""))
    : [];
  return [...types, textOf(body["error_type"]), textOf(body["type"]), isFields(error) ? textOf(error["code"]) : ""]
    .join(" ")
    .toLowerCase();
};

const POLICY = /content_policy|moderation|safety|nsfw/;
const POLICY_TEXT = /content (?:policy|checker|filter)|safety (?:checker|system|filter)|moderation|flagged|nsfw/i;
const QUOTA_TEXT = /exhausted balance|insufficient (?:balance|credits|funds)|top up|billing/i;
/** Luma says it with 400. The text of an answer about the request may hold the caller's words. */
const QUOTA_SENTENCES = [/^(?:exhausted balance|insufficient (?:balance|credits|funds))(?:$|[.,;:])/i];
const REQUEST_STATUSES: ReadonlySet<number> = new Set([400, 403, 404, 413, 422]);

const kindOf = (status: number, words: string, message: string): ProviderErrorKind => {
  if (status >= 500) return "server";
  if (REQUEST_STATUSES.has(status) ? beginsWith(message, QUOTA_SENTENCES) : QUOTA_TEXT.test(message)) return "quota";
  switch (status) {
    case 401:
      return "credentials";
    case 402:
      return "quota";
    case 403:
      return kindOfForbidden(message, POLICY_TEXT);
    case 404:
      return kindOfMissing(message);
    case 410:
      return "model_gone";
    case 408:
    case 409:
    case 425:
      return "server";
    case 429:
      return "rate_limited";
    default:
      if (status < 400) return "malformed";
      return POLICY.test(words) || POLICY_TEXT.test(message) ? "content_policy" : "rejected";
  }
};

/**
 * Reads an error as fal, Replicate, Luma and Runway tell it; others where they tell it without a number.
 * @param body Parsed JSON, undefined where it is none.
 */
export const errorFactsOf = (status: number, body: unknown): ProviderErrorFacts => {
  const message = messageOf(body).slice(0, MAX_MESSAGE_CHARACTERS) || `HTTP ${status} without a message.`;
  const paths = listOf(fieldsOf(body)["detail"]).map(pathOf);
  const fields = refusedFields(paths, message);
  return {
    kind: kindOf(status, wordsOf(body), message),
    message,
    status,
    ...(fields.length === 0 ? {} : { fields }),
    ...(namesPrompt(paths) ? { namesPrompt: true } : {}),
  };
};

export const toError = (status: number, body: unknown): ProviderError => new ProviderError(errorFactsOf(status, body));

/** @param text Of the body: maybe a web page, maybe empty. @param factsOf Reads an error of parsed JSON. */
export const toErrorFacts = (status: number, text: string, factsOf = errorFactsOf): ProviderErrorFacts => {
  try {
    return factsOf(status, JSON.parse(text));
  } catch {
    return factsOf(status, undefined);
  }
};
