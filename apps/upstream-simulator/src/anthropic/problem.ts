import type { ErrorFacts, IncomingCall } from "../wire-format";

/** Why a request is rejected, in Anthropic's words. */
export interface Problem {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

export const invalidRequest = (message: string): Problem => ({ status: 400, type: "invalid_request_error", message });

export const modelNotFound = (model: string): Problem => ({
  status: 404,
  type: "not_found_error",
  message: `model: ${model}`,
});

const unauthenticated = (message: string): Problem => ({ status: 401, type: "authentication_error", message });

/** @returns Undefined for a valid key: any that does not begin with `invalid`. */
export const keyProblem = (call: Pick<IncomingCall, "header">): Problem | undefined => {
  const key = call.header("x-api-key") ?? /^Bearer\s+(\S+)/i.exec(call.header("authorization") ?? "")?.[1];
  if (key === undefined || key === "") return unauthenticated("x-api-key header is required");
  if (key.startsWith("invalid")) return unauthenticated("invalid x-api-key");
  return call.header("anthropic-version") === undefined
    ? invalidRequest("anthropic-version: header is required")
    : undefined;
};

export const problemBody = ({ type, message }: Omit<Problem, "status">): string =>
  JSON.stringify({ type: "error", error: { type, message }, request_id: "req_simulator" });

const INTERNAL: Omit<Problem, "status"> = { type: "api_error", message: "Internal server error" };
const INVALID: Omit<Problem, "status"> = { type: "invalid_request_error", message: "Invalid request." };

const USUAL_BY_STATUS: Readonly<Record<number, Omit<Problem, "status">>> = {
  401: { type: "authentication_error", message: "invalid x-api-key" },
  402: { type: "billing_error", message: "There's an issue with your billing or payment information." },
  403: { type: "permission_error", message: "Your API key does not have permission to use the specified resource." },
  404: { type: "not_found_error", message: "model: claude" },
  413: { type: "request_too_large", message: "Request exceeds the maximum size" },
  429: {
    type: "rate_limit_error",
    message: "This request would exceed your organization's rate limit. Please try again later.",
  },
  504: { type: "timeout_error", message: "Request timed out" },
  529: { type: "overloaded_error", message: "Overloaded" },
};

/** OpenAI's error codes with this API's own types and messages, because its errors have no field for a code. */
const USUAL_BY_CODE: Readonly<Record<string, Omit<Problem, "status">>> = {
  ...Object.fromEntries([...Object.values(USUAL_BY_STATUS), INTERNAL, INVALID].map((usual) => [usual.type, usual])),
  insufficient_quota: {
    type: "invalid_request_error",
    message:
      "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
  },
  context_length_exceeded: {
    type: "invalid_request_error",
    message: "prompt is too long: 208310 tokens > 200000 maximum",
  },
  content_policy_violation: { type: "invalid_request_error", message: "Output blocked by content filtering policy" },
};

/** An error set by a directive or a rule, with the usual values of its code or status for the fields it leaves out. */
export const askedProblem = ({ status, message, code }: ErrorFacts): Problem => {
  const byCode = code !== undefined && Object.hasOwn(USUAL_BY_CODE, code) ? USUAL_BY_CODE[code] : undefined;
  const usual = byCode ?? USUAL_BY_STATUS[status] ?? (status >= 400 && status < 500 ? INVALID : INTERNAL);
  return { status, type: usual.type, message: message ?? usual.message };
};
