import { plainAnswer, type Answer, type ErrorFacts } from "../wire-format";

/** An error in Stripe's form. */
export interface Problem {
  readonly status: number;
  readonly type: "invalid_request_error" | "idempotency_error" | "api_error";
  readonly code?: string;
  readonly param?: string;
  readonly message: string;
}

export const mistake = (param: string, code: string, message: string): Problem => ({
  status: 400,
  type: "invalid_request_error",
  code,
  param,
  message,
});

export const missing = (param: string): Problem =>
  mistake(param, "parameter_missing", `Missing required param: ${param}.`);

export const unknownObject = (what: string, id: string): Problem => ({
  status: 404,
  type: "invalid_request_error",
  code: "resource_missing",
  param: "id",
  message: `No such ${what}: '${id}'`,
});

export const problemAnswer = ({ status, ...error }: Problem): Answer => plainAnswer(status, JSON.stringify({ error }));

export const askedBody = ({ status, message, code }: ErrorFacts): string =>
  JSON.stringify({
    error: {
      type: status < 500 ? "invalid_request_error" : "api_error",
      ...(code !== undefined && { code }),
      message: message ?? (status === 429 ? "Request rate limit exceeded." : "An unknown error occurred."),
    },
  });

/** The user name of Basic authentication may be the key: `curl -u sk_test_...:`. */
const keyOf = (authorization = ""): string | undefined => {
  const { scheme, value = "" } = /^(?<scheme>Bearer|Basic)\s+(?<value>\S+)$/.exec(authorization)?.groups ?? {};
  if (scheme === undefined) return undefined;
  return scheme === "Bearer" ? value : Buffer.from(value, "base64").toString().split(":")[0];
};

/** @returns Undefined for a valid key: any secret or restricted one that is not `sk_invalid...`. */
export const keyProblem = (authorization: string | undefined): Problem | undefined => {
  const key = keyOf(authorization);
  if (key !== undefined && /^(sk|rk)_(?!invalid)/.test(key)) return undefined;
  return {
    status: 401,
    type: "invalid_request_error",
    message:
      key === undefined
        ? "You did not provide an API key. Provide it in the Authorization header, using Bearer auth."
        : `Invalid API Key provided: ${key.slice(0, 8)}****`,
  };
};
