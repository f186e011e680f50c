import { type Fields, fieldsOf, isFields, jsonOf, listOf, textOf } from "../json-fields";
import { refusedFields, refusedParts } from "./refused-fields";
import { beginsWith, kindOfForbidden, kindOfMissing } from "./refusal-sentences";
import { ProviderError, type ProviderErrorFacts, type ProviderErrorKind } from "../provider-error";
import { kindOfStatus } from "./status-kinds";
import { errorText } from "../wire/error-text";

/** The path of a mistake. Only names and numbers are joined, because nested lists may be too deep. */
export const mistakePath = ({ loc }: Fields): string =>
  Array.isArray(loc) ? loc.filter((part) => typeof part !== "object").join(".") : "";

/** The paths in FastAPI's list of mistakes. */
export const mistakePaths = (mistakes: unknown): string[] =>
  listOf(mistakes)
    .map(mistakePath)
    .filter((path) => path !== "");

/** One entry of FastAPI's list of mistakes: `body.duration: Input should be '5' or '10'`. */
const mistakeText = (mistake: unknown): string => {
  if (!isFields(mistake)) return textOf(mistake);
  const path = mistakePath(mistake);
  return path === "" || path === "body" ? textOf(mistake["msg"]) : `${path}: ${textOf(mistake["msg"])}`;
};

/** The message in one of five shapes: `detail` as text or list, `message`, `error`, or a list of `errors`. */
const messageOf = (body: unknown): string => {
  if (!isFields(body)) return "";
  const { detail, error } = body;
  if (Array.isArray(detail))
    return detail
      .map(mistakeText)
      .filter((text) => text !== "")
      .join("; ");
  if (textOf(detail) !== "") return textOf(detail);
  const inner = isFields(error) ? error : fieldsOf(listOf(body["errors"])[0]);
  return textOf(body["message"]) || textOf(error) || textOf(inner["message"]);
};

/** The words that name the kind of error, in lower case. */
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
/** Luma uses status 400 for it. They match only at the start of a message, since it may quote the caller's text. */
const QUOTA_SENTENCES = [/^(?:exhausted balance|insufficient (?:balance|credits|funds))(?:$|[.,;:])/i];
const REQUEST_STATUSES: ReadonlySet<number> = new Set([400, 403, 404, 413, 422]);

const kindOf = (status: number, words: string, message: string): ProviderErrorKind => {
  if (status >= 500) return "server";
  if (REQUEST_STATUSES.has(status) ? beginsWith(message, QUOTA_SENTENCES) : QUOTA_TEXT.test(message)) return "quota";
  if (status === 403) return kindOfForbidden(message, POLICY_TEXT);
  if (status === 404) return kindOfMissing(message);
  return kindOfStatus(status) ?? (POLICY.test(words) || POLICY_TEXT.test(message) ? "content_policy" : "rejected");
};

/**
 * Reads an error in the shapes of fal, Replicate, Luma and Runway, and of other providers for errors without a number.
 * @param body Parsed JSON; undefined if it is not JSON. @param text Text of the body, used if its shape is unknown.
 */
export const errorFactsOf = (status: number, body: unknown, text = ""): ProviderErrorFacts => {
  const said = messageOf(body);
  const message = errorText(said, status, text);
  const paths = mistakePaths(fieldsOf(body)["detail"]);
  return {
    kind: kindOf(status, wordsOf(body), said === "" ? "" : message),
    message,
    status,
    ...refusedParts(paths, refusedFields(paths, message)),
  };
};

export const toError = (status: number, body: unknown): ProviderError => new ProviderError(errorFactsOf(status, body));

/** @param text Text of the body, which may be a web page or empty. */
export const toErrorFacts = (status: number, text: string): ProviderErrorFacts =>
  errorFactsOf(status, jsonOf(text), text);
