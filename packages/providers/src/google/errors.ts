import { type Fields, isFields, jsonOf, listOf, textOf } from "../json-fields";
import { refusedFields, refusedParts } from "../errors/refused-fields";
import { beginsWith, kindOfForbidden, kindOfMissing, refusesKey } from "../errors/refusal-sentences";
import { ProviderError, type ProviderErrorFacts, type ProviderErrorKind } from "../provider-error";
import { errorText } from "../wire/error-text";
import { MAX_RETRY_AFTER_MS } from "../wire/retry-after";

/** Without `alt=sse` an error is in an array, like the chunks of a stream. */
const errorIn = (body: unknown): Fields | undefined => {
  const outer: unknown = Array.isArray(body) ? body[0] : body;
  return isFields(outer) && isFields(outer["error"]) ? outer["error"] : undefined;
};

/** Whether the body is an error, although its status was 200. */
export const isErrorBody = (body: unknown): boolean => errorIn(body) !== undefined;

const detailOf = (error: Fields, type: string): Fields | undefined =>
  listOf(error["details"]).find((detail) => textOf(detail["@type"]).endsWith(`google.rpc.${type}`));

const DURATION = /^(\d{1,9}(?:\.\d{1,9})?)s$/;

const retryAfterMsOf = (error: Fields): number | undefined => {
  const seconds = DURATION.exec(textOf(detailOf(error, "RetryInfo")?.["retryDelay"]))?.[1];
  return seconds === undefined ? undefined : Math.min(Math.ceil(Number(seconds) * 1_000), MAX_RETRY_AFTER_MS);
};

const STATUS_NAMES: ReadonlyMap<number, string> = new Map([
  [401, "UNAUTHENTICATED"],
  [403, "PERMISSION_DENIED"],
  [404, "NOT_FOUND"],
  [408, "DEADLINE_EXCEEDED"],
  [409, "ABORTED"],
  [429, "RESOURCE_EXHAUSTED"],
  [499, "CANCELLED"],
]);

const CONTEXT_TEXT =
  /input token count|exceeds the maximum number of (?:input )?tokens|context (?:length|window)|too many tokens/i;
const POLICY_TEXT = /safety|content policy|prohibited|usage polic/i;
const BILLING_TEXT = /billing account|enable billing|prepay|credits? (?:are|is) depleted|spending (?:cap|limit)/i;
const BILLING_SENTENCES = [
  /^gemini api free tier is not available\b/i,
  /^(?:please )?enable billing\b/i,
  /^(?:the |your )?billing account\b/i,
  /^your prepa\w+ credits are depleted/i,
];
const LOCATION_SENTENCES = [/^user location is not supported\b/i];
/** Of Google's `ErrorInfo`. Others, such as `IAM_PERMISSION_DENIED`, may be about a resource that the request names. */
const ACCESS_REASONS: ReadonlySet<unknown> = new Set([
  "ACCESS_TOKEN_EXPIRED",
  "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
  "ACCOUNT_STATE_INVALID",
  "API_KEY_HTTP_REFERRER_BLOCKED",
  "API_KEY_INVALID",
  "API_KEY_IP_ADDRESS_BLOCKED",
  "API_KEY_SERVICE_BLOCKED",
  "CONSUMER_INVALID",
  "CONSUMER_SUSPENDED",
  "CREDENTIALS_MISSING",
  "SERVICE_DISABLED",
  "USER_PROJECT_DENIED",
]);
const SERVICE_SENTENCES = [/^(?:[\w.]+ ){1,4}(?:api )?has not been used in project\b/i];
/** Files and caches are named by the caller's request, models by the catalog. */
const FILE_TEXT = /\b(?:file|files\/|cached ?content)/i;
const DAILY_QUOTA = /per_?day/i;
const MODEL_QUOTA = /per_?model/i;

/** Whether the error names a field of the request. */
const namesField = (error: Fields): boolean => listOf(detailOf(error, "BadRequest")?.["fieldViolations"]).length > 0;

const isKeyRefused = (error: Fields, message: string): boolean =>
  detailOf(error, "ErrorInfo")?.["reason"] === "API_KEY_INVALID" || (!namesField(error) && refusesKey(message));

/** The path at the start of a refusal: `* GenerateContentRequest.tools[0].function_...: ...`. */
const PATH = /^\* ([\w.[\]]+): /;

const pathsOf = (error: Fields, message: string): readonly string[] => {
  const violations = listOf(detailOf(error, "BadRequest")?.["fieldViolations"]);
  const [, path = ""] = PATH.exec(message) ?? [];
  return [...violations.map(({ field }) => textOf(field)), path];
};

const fieldsOf = (error: Fields, message: string): readonly string[] => refusedFields(pathsOf(error, message), message);

const kindOfArgument = (error: Fields, message: string): ProviderErrorKind => {
  if (isKeyRefused(error, message)) return "credentials";
  if (CONTEXT_TEXT.test(message)) return "context_length";
  // The caller's function may have a name such as `safety_check`.
  return POLICY_TEXT.test(message) && fieldsOf(error, message).length === 0 ? "content_policy" : "rejected";
};

const kindOfDenial = (error: Fields, message: string): ProviderErrorKind => {
  const reason = detailOf(error, "ErrorInfo")?.["reason"];
  if (reason === "BILLING_DISABLED") return "quota";
  if (ACCESS_REASONS.has(reason) || beginsWith(message, SERVICE_SENTENCES)) return "credentials";
  return FILE_TEXT.test(message) || namesField(error) ? "rejected" : kindOfForbidden(message, POLICY_TEXT);
};

const kindOfPrecondition = (error: Fields, message: string): ProviderErrorKind => {
  if (namesField(error)) return "rejected";
  if (beginsWith(message, LOCATION_SENTENCES)) return "credentials";
  return beginsWith(message, BILLING_SENTENCES) ? "quota" : "rejected";
};

/** Whether the quota is that of one model. The key can then still be used for other models. */
const isOfOneModel = ({ quotaId, quotaDimensions }: Fields): boolean =>
  MODEL_QUOTA.test(textOf(quotaId)) || (isFields(quotaDimensions) && textOf(quotaDimensions["model"]) !== "");

/** `quota` for a daily quota and for spent credit, since neither returns within the time for which a call can wait. */
const kindOfExhaustion = (error: Fields, message: string): ProviderErrorKind => {
  const violations = listOf(detailOf(error, "QuotaFailure")?.["violations"]);
  const daily = violations.some(
    (violation) =>
      DAILY_QUOTA.test(`${textOf(violation["quotaId"])} ${textOf(violation["quotaMetric"])}`) &&
      !isOfOneModel(violation),
  );
  return daily || BILLING_TEXT.test(message) ? "quota" : "rate_limited";
};

const kindOf = (name: string, error: Fields, message: string): ProviderErrorKind => {
  switch (name) {
    case "INVALID_ARGUMENT":
    case "OUT_OF_RANGE":
      return kindOfArgument(error, message);
    case "FAILED_PRECONDITION":
      return kindOfPrecondition(error, message);
    case "UNAUTHENTICATED":
      return "credentials";
    case "PERMISSION_DENIED":
      return kindOfDenial(error, message);
    case "NOT_FOUND":
      return FILE_TEXT.test(message) || namesField(error) ? "rejected" : kindOfMissing(message);
    case "RESOURCE_EXHAUSTED":
      return kindOfExhaustion(error, message);
    default:
      // UNAVAILABLE, INTERNAL, DEADLINE_EXCEEDED, ABORTED, CANCELLED, UNKNOWN, DATA_LOSS, UNIMPLEMENTED.
      return "server";
  }
};

const nameByStatus = (status: number | undefined): string => {
  if (status === undefined) return "UNKNOWN";
  return STATUS_NAMES.get(status) ?? (status >= 400 && status < 500 ? "INVALID_ARGUMENT" : "INTERNAL");
};

const readError = (status: number | undefined, body: unknown, text: string): ProviderErrorFacts => {
  const error = errorIn(body) ?? {};
  const code =
    typeof error["code"] === "number" && error["code"] >= 400 && error["code"] < 600 ? error["code"] : undefined;
  const knownStatus = status ?? code;
  const message = errorText(textOf(error["message"]), knownStatus, text);
  const retryAfterMs = retryAfterMsOf(error);
  return {
    // An error with a status below 400 is not Google's, but comes from something between Google and us.
    kind:
      knownStatus !== undefined && knownStatus < 400
        ? "malformed"
        : kindOf(textOf(error["status"]) || nameByStatus(knownStatus), error, message),
    message,
    ...(knownStatus === undefined ? {} : { status: knownStatus }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...refusedParts(pathsOf(error, message), fieldsOf(error, message)),
  };
};

/** Reads an error answer. @param body Its text: JSON, a web page of a proxy, or empty. */
export const toErrorFacts = (status: number, body: string): ProviderErrorFacts => readError(status, jsonOf(body), body);

/** Reads an error in an answer with status 200. */
export const toStreamError = (body: object): ProviderError =>
  new ProviderError(readError(undefined, body, JSON.stringify(body)));
