import type { ErrorFacts } from "../wire-format";

/** Why a request is rejected, in Google's words. */
export interface Problem {
  readonly code: number;
  readonly message: string;
  readonly status: string;
  readonly details?: readonly object[];
}

const RPC = "type.googleapis.com/google.rpc.";

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  501: "UNIMPLEMENTED",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

const statusName = (code: number): string =>
  STATUS_NAMES[code] ?? (code >= 400 && code < 500 ? "INVALID_ARGUMENT" : "INTERNAL");

export const problem = (code: number, message: string, details?: readonly object[]): Problem => ({
  code,
  message,
  status: statusName(code),
  ...(details === undefined ? {} : { details }),
});

export const invalidArgument = (message: string): Problem => problem(400, message);

/** An unknown field. @param place Path to it, empty at the top level. */
export const unknownName = (name: string, place: string): Problem => {
  const description = `Invalid JSON payload received. Unknown name "${name}"${place === "" ? "" : ` at '${place}'`}: Cannot find field.`;
  return problem(400, description, [
    { "@type": `${RPC}BadRequest`, fieldViolations: [{ ...(place === "" ? {} : { field: place }), description }] },
  ]);
};

export const modelNotFound = (model: string, method: string): Problem =>
  problem(
    404,
    `models/${model} is not found for API version v1beta, or is not supported for ${method}. Call ModelService.ListModels to see the list of available models and their supported methods.`,
  );

/** @returns Undefined for a valid key: any that does not begin with `invalid`. */
export const keyProblem = (key: string | undefined): Problem | undefined => {
  if (key === undefined || key === "") {
    return problem(
      403,
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    );
  }
  if (!key.startsWith("invalid")) return undefined;
  const message = "API key not valid. Please pass a valid API key.";
  return problem(400, message, [
    {
      "@type": `${RPC}ErrorInfo`,
      reason: "API_KEY_INVALID",
      domain: "googleapis.com",
      metadata: { service: "generativelanguage.googleapis.com" },
    },
    { "@type": `${RPC}LocalizedMessage`, locale: "en-US", message },
  ]);
};

export const UNREADABLE_IMAGE =
  "Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting";

export const problemBody = (refusal: Problem): string => JSON.stringify({ error: refusal });

const USUAL_MESSAGES: Readonly<Record<number, string>> = {
  400: "Request contains an invalid argument.",
  401: "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
  403: "The caller does not have permission",
  404: "Requested entity was not found.",
  429: "You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.",
  500: "An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting",
  503: "The model is overloaded. Please try again later.",
  504: "The request timed out. Please try again.",
};

/** Google's messages for the error codes that directives can name. */
const MESSAGES_BY_CODE: Readonly<Record<string, string>> = {
  context_length_exceeded: "The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).",
  content_policy_violation: "The prompt was refused as it goes against the safety policy.",
};

/** The quota of one model, and the quota of the whole project. */
const QUOTA_OF_MODEL = "GenerateRequestsPerMinutePerProjectPerModel-PaidTier";
const QUOTA_OF_PROJECT = "GenerateRequestsPerDayPerProject-PaidTier";

const quotaDetails = (code: string | undefined): object => ({
  "@type": `${RPC}QuotaFailure`,
  violations: [
    {
      quotaMetric: "generativelanguage.googleapis.com/generate_content_paid_tier_requests",
      quotaId: code === "insufficient_quota" ? QUOTA_OF_PROJECT : QUOTA_OF_MODEL,
    },
  ],
});

const SECONDS = /^\d+(\.\d+)?$/;

/** An error set by a directive or a rule, with the usual values of its status for the fields it leaves out. */
export const askedProblem = ({ status, message, code, retryAfter }: ErrorFacts): Problem => {
  const said =
    message ??
    (code === undefined ? undefined : MESSAGES_BY_CODE[code]) ??
    USUAL_MESSAGES[status] ??
    USUAL_MESSAGES[status >= 500 ? 500 : 400] ??
    "";
  const details = [
    ...(status === 429 ? [quotaDetails(code)] : []),
    ...(retryAfter !== undefined && SECONDS.test(retryAfter)
      ? [{ "@type": `${RPC}RetryInfo`, retryDelay: `${retryAfter}s` }]
      : []),
  ];
  const asked = problem(status, said, details.length === 0 ? undefined : details);
  return code !== undefined && /^[A-Z_]+$/.test(code) ? { ...asked, status: code } : asked;
};
