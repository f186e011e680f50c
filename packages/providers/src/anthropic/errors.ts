import { isFields, jsonOf, textOf } from "../json-fields";
import { refusedFields, refusedParts } from "../errors/refused-fields";
import {
  beginsWith,
  kindOfForbidden,
  kindOfMissing,
  missesModel,
  missesPart,
  refusesKey,
} from "../errors/refusal-sentences";
import { kindOfStatus } from "../errors/status-kinds";
import { ProviderError, type ProviderErrorFacts, type ProviderErrorKind } from "../provider-error";
import { errorText } from "../wire/error-text";

/**
 * What an error says: `{type: "error", error: {type, message, details}}`; proxies leave out the outer or the inner
 * part.
 */
interface ErrorInfo {
  readonly type: string;
  readonly message: string;
  /** More specific than the type; empty if there is none. */
  readonly code: string;
}

const readErrorInfo = (body: unknown): ErrorInfo => {
  if (!isFields(body)) return { type: "", message: "", code: "" };
  const inner = isFields(body["error"]) ? body["error"] : body;
  const details = isFields(inner["details"]) ? inner["details"] : {};
  return {
    type: textOf(inner["type"]),
    message: textOf(inner["message"]) || textOf(body["error"]),
    code: textOf(details["error_code"]),
  };
};

/** Whether the JSON value in place of an answer is an error. */
export const isErrorBody = (body: unknown): boolean =>
  isFields(body) && (body["type"] === "error" || isFields(body["error"]));

const KINDS: ReadonlyMap<string, ProviderErrorKind> = new Map([
  ["authentication_error", "credentials"],
  ["billing_error", "quota"],
  ["rate_limit_error", "rate_limited"],
  ["request_too_large", "context_length"],
  ["api_error", "server"],
  ["timeout_error", "server"],
  ["overloaded_error", "server"],
  ["conflict_error", "server"],
]);

/** Codes that mean something else than the type they come with. */
const KINDS_BY_CODE: ReadonlyMap<string, ProviderErrorKind> = new Map([
  ["contract_spend_limit_reached", "quota"],
  ["enforced_spend_limit_reached", "quota"],
  ["linked_organization_spend_limit_reached", "quota"],
  ["linked_organization_billing_unavailable", "quota"],
  ["organization_on_hold", "credentials"],
  ["cmek_key_disabled", "credentials"],
  ["cmek_key_network_blocked", "credentials"],
]);

const QUOTA_SENTENCES = [
  /^your credit balance is too low\b/i,
  /^you have (?:reached|exceeded) your (?:specified )?(?:organization |workspace )?api usage limits/i,
  /^(?:your|this) (?:organization|workspace|account|api key) has (?:reached|exceeded) (?:its |the |your )?(?:\w+ )?spend(?:ing)? limit/i,
];
const HOLD_SENTENCES = [/^(?:this|your) organization has been disabled\b/i, /^invalid x-api-key(?:$|[.:,;])/i];
const CONTEXT_TEXT =
  /prompt is too long|exceed(?:s)? (?:the )?(?:model'?s )?context|context (?:limit|window|length)|too many tokens/i;
const POLICY_TEXT = /content filtering policy|usage polic(?:y|ies)|safety/i;

const kindOfRefusedAccess = (message: string): ProviderErrorKind => {
  if (beginsWith(message, QUOTA_SENTENCES)) return "quota";
  return beginsWith(message, HOLD_SENTENCES) ? "credentials" : kindOfForbidden(message, POLICY_TEXT);
};

/** The path at the start of a refusal: `tools.0.custom.name: String should match ...`. */
const PATH = /^([a-z_]+(?:\.\w+)*): /;
/** The prompt and `max_tokens` together are too long. */
const NO_ROOM_TEXT = /^input length and `max_tokens` exceed context limit/i;
/** A grammar is made from the schemas of strict functions and of the answer; the text does not say which is too large. */
const GRAMMAR_TEXT = /compiled grammar is too large|schemas? (?:is|are) too complex/i;

const pathOf = (message: string): string => PATH.exec(message)?.[1] ?? "";

const fieldsOf = (message: string): readonly string[] => {
  if (NO_ROOM_TEXT.test(message)) return ["max_tokens"];
  if (GRAMMAR_TEXT.test(message)) return ["response_format", "tools"];
  return refusedFields([pathOf(message)], message);
};

/** `invalid_request_error` covers more than invalid requests. The message tells which. */
const kindOfRefusal = (message: string): ProviderErrorKind => {
  if (beginsWith(message, QUOTA_SENTENCES)) return "quota";
  if (refusesKey(message) || beginsWith(message, HOLD_SENTENCES)) return "credentials";
  if (CONTEXT_TEXT.test(message)) return "context_length";
  // The caller's function may have a name such as `safety_check`.
  if (POLICY_TEXT.test(message) && fieldsOf(message).length === 0) return "content_policy";
  return missesModel(message) ? "model_gone" : "rejected";
};

const kindByStatus = (status: number, message: string): ProviderErrorKind => {
  if (status === 403) return kindOfRefusedAccess(message);
  if (status === 404) return kindOfMissing(message);
  if (status === 413) return "context_length";
  return kindOfStatus(status) ?? kindOfRefusal(message);
};

const kindOf = (status: number | undefined, { type, code }: ErrorInfo, message: string): ProviderErrorKind => {
  const known = KINDS_BY_CODE.get(code) ?? KINDS.get(type);
  if (known !== undefined) return known;
  if (type === "permission_error") return kindOfRefusedAccess(message);
  if (type === "not_found_error") return kindOfMissing(message);
  if (type === "invalid_request_error") return kindOfRefusal(message);
  // An error in a stream without a reason is the provider's fault.
  return status === undefined ? "server" : kindByStatus(status, message);
};

/** Reads an error answer. @param status Undefined for an error inside an answer. @param text JSON, or plain text. */
export const toErrorFacts = (status: number | undefined, text: string): ProviderErrorFacts => {
  const info = readErrorInfo(jsonOf(text));
  const message = errorText(info.message, status, text);
  const kind = kindOf(status, info, message);
  return {
    kind: kind === "model_gone" && missesPart(message) ? "rejected" : kind,
    message,
    ...(status === undefined ? {} : { status }),
    ...refusedParts([pathOf(message)], fieldsOf(message)),
  };
};

/** Reads an error inside an answer with status 200. @param text JSON, or plain text. */
export const toStreamError = (text: string): ProviderError => new ProviderError(toErrorFacts(undefined, text));
