import { isFields } from "../json-fields";
import { minimaxErrors } from "./minimax-errors";
import {
  parseErrorBody,
  namesParameter,
  NO_ERROR_INFO,
  outerOf,
  type ErrorInfo,
  readUpstreamErrorInfo,
  readErrorInfo,
} from "./openai-error-info";
import { refusedFields, refusedParts } from "./refused-fields";
import {
  exceedsAccount,
  kindOfForbidden,
  kindOfMissing,
  lacksVerification,
  missesModel,
  missesPart,
  refusesKey,
  tellsLimited,
  tellsNetworkFailure,
  tellsSpent,
} from "./refusal-sentences";
import { kindOfStatus } from "./status-kinds";
import { ProviderError, type ProviderErrorFacts, type ProviderErrorKind } from "../provider-error";
import { errorText } from "../wire/error-text";

/** Whether the JSON value in place of an answer is an error. */
export const isErrorBody = (body: unknown): boolean => {
  const outer = outerOf(body);
  if (!isFields(outer)) return false;
  if (minimaxErrors.codeOf(outer) !== undefined) return true;
  const { error } = outer;
  // An empty object is not an error. It may be beside an answer.
  if (isFields(error) ? Object.keys(error).length > 0 : error) return true;
  if (outer["choices"] !== undefined || outer["data"] !== undefined || outer["usage"] !== undefined) return false;
  return (
    outer["object"] === "error" ||
    outer["type"] === "error" ||
    outer["detail"] !== undefined ||
    typeof outer["message"] === "string"
  );
};

const QUOTA =
  /insufficient_quota|insufficient_balance|insufficient_user_quota|billing|exceeded_current_quota|credit_balance|payment_required|account_deactivated|spending-limit|arrearage|blocked_api_access/;
const CREDENTIALS =
  /invalid_api_key|authentication_error|unauthenticated|invalid_authentication|unauthorized|unsupported_country_region_territory|organization_restricted/;
const MODEL =
  /model_not_found|invalid_model|model_not_available|model_not_supported|model_decommissioned|model_not_active|model_permission_blocked|model_terms_required|unsupported_model/;
const CONTEXT = /context_length|context_window|exceed_context_size|prompt_too_long|max_context|max_tokens_per_request/;
/** A text is too long. The prompt is too long only if that text is part of the prompt, and not an id or a name in it. */
const LONG_TEXT = /string_above_max_length/;
const PROMPT_PATH = /^(?:messages|input|prompt)\b(?!.*\b(?:id|call_id|name)$)/;
const POLICY =
  /content_filter|content_policy|bio_policy|policy_violation|moderation|safety|sensitive|data_inspection|responsibleai|prohibited|flagged/;
/** For errors without a status: the request was invalid. It had the address of an image that could not be fetched. */
const WRONG =
  /^(?:invalid_request|invalid_(?:base64_)?image|image_|unsupported_image|empty_image|failed_to_download_image)/;
/** OpenAI's code for a prompt that violates its policy, unless the message is about something else. */
const REFUSED_PROMPT = "invalid_prompt";
const LIMIT =
  /rate_limit|too_many_requests|resource_exhausted|requests_per|tokens_per|capacity_exceeded|engine_overloaded_error/;
/** The model wrote something that its provider could not parse. A retry gives another text. */
const MISWRITTEN = /tool_use_failed|json_validate_failed|output_parse_failed/;
const SERVER = /server_error|internal|overloaded|unavailable|timeout|service/;

const CONTEXT_TEXT =
  /context (?:length|window)|maximum context|(?:prompt|input) is too long|^prompt too long|too many (?:input )?tokens|reduce the length|exceeds? the (?:model'?s )?(?:available context|maximum|max|limit of tokens|context)|maximum (?:input|prompt) length|input token count|max(?:imum)? allowed tokens|must have less than \d+ tokens|exceeded model token limit|input token length too long|prompt exceeds max length|more than max tokens allowed|range of input length should be|longer than the maximum model length|`inputs` tokens \+ `max_new_tokens` must be/i;
const POLICY_TEXT =
  /content (?:policy|filter|management policy)|usage (?:guidelines|policies)|safety (?:system|check)|flagged|moderation|unsafe or sensitive content|content exists risk/i;

/** Words that say no more than a status does. */
const FORBIDDEN = /permissions?[_-](?:denied|error)/;
const MISSING = /not_found_error/;

/** The status that the words of an error spell out, for errors in streams and providers that use 400 for everything. */
const spelledStatus = (words: readonly string[]): number | undefined => {
  const all = words.join(" ");
  if (FORBIDDEN.test(all)) return 403;
  return MISSING.test(all) ? 404 : undefined;
};

const isLongPrompt = (words: string, paths: readonly string[]): boolean =>
  LONG_TEXT.test(words) && (paths.length === 0 || paths.some((path) => PROMPT_PATH.test(path)));

const kindByWords = (words: readonly string[], paths: readonly string[]): ProviderErrorKind | undefined => {
  const all = words.join(" ");
  if (QUOTA.test(all)) return "quota";
  if (MODEL.test(all)) return "model_gone";
  if (CONTEXT.test(all) || isLongPrompt(all, paths)) return "context_length";
  if (POLICY.test(all)) return "content_policy";
  if (CREDENTIALS.test(all)) return "credentials";
  if (LIMIT.test(all)) return "rate_limited";
  return MISWRITTEN.test(all) ? "server" : undefined;
};

const kindOfRefusedRequest = (info: ErrorInfo): ProviderErrorKind => {
  const { message, paths } = info;
  const isParameter = namesParameter(info);
  // The error names the parameter that requires verification.
  if (lacksVerification(message)) return "unexplained";
  if (!isParameter && refusesKey(message)) return "credentials";
  if (tellsNetworkFailure(message)) return "server";
  if (CONTEXT_TEXT.test(message)) return "context_length";
  // The caller's function may have a name such as `moderation`.
  if (POLICY_TEXT.test(message) && refusedFields(paths, message).length === 0) return "content_policy";
  return !isParameter && missesModel(message) ? "model_gone" : "rejected";
};

const kindByStatus = (status: number, info: ErrorInfo): ProviderErrorKind => {
  const { message } = info;
  switch (status) {
    case 403:
      return namesParameter(info) ? "rejected" : kindOfForbidden(message, POLICY_TEXT);
    case 404:
      return namesParameter(info) ? "rejected" : kindOfMissing(message);
    case 410:
      return namesParameter(info) || missesPart(message) ? "rejected" : "model_gone";
    case 498:
      return "rate_limited";
    default:
      return kindOfStatus(status) ?? kindOfRefusedRequest(info);
  }
};

/** Statuses of refusals because of a limit or of money, whose words may suggest another kind. */
const LIMITING: ReadonlySet<number> = new Set([402, 412, 413, 429]);

const kindOfLimit = (message: string): ProviderErrorKind | undefined => {
  if (exceedsAccount(message)) return "over_limit";
  if (tellsLimited(message)) return "rate_limited";
  return tellsSpent(message) ? "quota" : undefined;
};

/** The kind of an error in a stream without a status: the provider's fault, unless its words say otherwise. */
const kindWithoutStatus = (info: ErrorInfo): ProviderErrorKind => {
  const { words } = info;
  if (SERVER.test(words.join(" "))) return "server";
  const refused = kindOfRefusedRequest(info);
  if (refused !== "rejected") return refused;
  if (words.includes(REFUSED_PROMPT)) return "content_policy";
  return words.some((word) => WRONG.test(word)) ? "rejected" : "server";
};

/** The kind of a 5xx error: the provider's fault, unless our account is out of money. */
const kindOfServerError = ({ words, paths }: ErrorInfo): ProviderErrorKind =>
  kindByWords(
    words.filter((word) => QUOTA.test(word)),
    paths,
  ) ?? "server";

const kindOf = (status: number | undefined, info: ErrorInfo): ProviderErrorKind => {
  if (status !== undefined && status >= 500) return kindOfServerError(info);
  const { words, paths, message } = info;
  const byLimit = status !== undefined && LIMITING.has(status) ? kindOfLimit(message) : undefined;
  const told = byLimit ?? kindByWords(words, paths);
  if (told !== undefined) return told;
  const telling = status === undefined || status === 400 ? (spelledStatus(words) ?? status) : status;
  return telling === undefined ? kindWithoutStatus(info) : kindByStatus(telling, info);
};

/** Kinds of errors about a key, an account or a model. */
const OWNED_KINDS: ReadonlySet<ProviderErrorKind> = new Set(["credentials", "quota", "over_limit", "model_gone"]);

/** The kind of a router's error that wraps an upstream error. A failure of the upstream key must not stop our own. */
const kindWithBehind = (status: number | undefined, own: ErrorInfo, all: ErrorInfo): ProviderErrorKind => {
  const kind = kindOf(status, all);
  if (!OWNED_KINDS.has(kind)) return kind;
  const ownKind = kindOf(status, own);
  return ownKind === "rejected" || OWNED_KINDS.has(ownKind) ? "unexplained" : ownKind;
};

/** For an error inside an answer. */
const OK = 200;

/** MiniMax's chat and videos number errors alike. A prompt that is too long has the number of an invalid request. */
const readNumbered = (status: number | undefined, body: unknown): ProviderErrorFacts => {
  const { kind, message } = minimaxErrors.factsOf(status ?? OK, body);
  return {
    kind: kind === "rejected" ? kindOfRefusedRequest({ ...NO_ERROR_INFO, message }) : kind,
    message,
    ...(status === undefined ? {} : { status }),
  };
};

/**
 * Reads an error of OpenAI, or of any provider that speaks its protocol.
 * @param status Undefined for an error inside an answer. @param text JSON, or plain text.
 */
export const toErrorFacts = (status: number | undefined, text: string): ProviderErrorFacts => {
  const body = parseErrorBody(text);
  if (minimaxErrors.codeOf(body) !== undefined) return readNumbered(status, body);
  const own = readErrorInfo(body) ?? NO_ERROR_INFO;
  const behind = readUpstreamErrorInfo(body);
  const info = {
    message: errorText(behind?.message ?? own.message, status, text),
    words: [...own.words, ...(behind?.words ?? [])],
    paths: [...own.paths, ...(behind?.paths ?? [])],
    status: own.status,
  };
  const { message } = info;
  const told = status ?? own.status;
  return {
    kind: behind === undefined ? kindOf(told, info) : kindWithBehind(told, own, info),
    message,
    ...(told === undefined ? {} : { status: told }),
    ...refusedParts(info.paths, refusedFields(info.paths, message)),
  };
};

/** Reads an error inside an answer with status 200. @param text JSON, or plain text. */
export const toStreamError = (text: string): ProviderError => new ProviderError(toErrorFacts(undefined, text));
