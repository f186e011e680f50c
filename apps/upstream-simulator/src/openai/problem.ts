import { type ErrorFacts, fixedReading, type IncomingCall, plainAnswer, type Reading } from "../wire-format";
import { dialectOf } from "./dialect";

/** Why a request is rejected, in OpenAI's words. */
export interface Problem {
  readonly status: number;
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

export const invalidRequest = (message: string, param: string | null = null, code: string | null = null): Problem => ({
  status: 400,
  message,
  type: "invalid_request_error",
  param,
  code,
});

export const modelNotFound = (model: string): Problem => ({
  status: 404,
  message: `The model \`${model}\` does not exist or you do not have access to it.`,
  type: "invalid_request_error",
  param: null,
  code: "model_not_found",
});

/**
 * Azure's clients send the key in the header `api-key`.
 * @returns Undefined for a valid key: any that does not begin with `invalid`.
 */
export const keyProblem = (call: Pick<IncomingCall, "header">): Problem | undefined => {
  const key = call.header("api-key") ?? /^Bearer\s+(\S+)/i.exec(call.header("authorization") ?? "")?.[1];
  if (key === undefined) {
    return {
      status: 401,
      type: "invalid_request_error",
      param: null,
      code: null,
      message:
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
    };
  }
  if (!key.startsWith("invalid")) return undefined;
  // Like OpenAI, shows part of the key.
  const shown = `${key.slice(0, 8)}${"*".repeat(Math.max(0, key.length - 12))}${key.slice(Math.max(8, key.length - 4))}`;
  return {
    status: 401,
    type: "invalid_request_error",
    param: null,
    code: "invalid_api_key",
    message: `Incorrect API key provided: ${shown}. You can find your API key at https://platform.openai.com/account/api-keys.`,
  };
};

export const problemBody = (provider: string, { message, type, param, code }: Problem): string =>
  JSON.stringify(
    dialectOf(provider).flatErrors
      ? { object: "error", message, type, param, code }
      : { error: { message, type, param, code } },
  );

export const refused = ({ provider }: IncomingCall, problem: Problem, model = ""): Reading =>
  fixedReading(plainAnswer(problem.status, problemBody(provider, problem)), model);

interface Usual {
  readonly message: string;
  readonly type: string;
  readonly code: string | null;
}

const SERVER_ERROR: Usual = {
  message: "The server had an error while processing your request. Sorry about that!",
  type: "server_error",
  code: null,
};
const CLIENT_ERROR: Usual = { message: "Invalid request.", type: "invalid_request_error", code: null };

const USUAL_BY_STATUS: Readonly<Record<number, Usual>> = {
  401: { message: "Incorrect API key provided.", type: "invalid_request_error", code: "invalid_api_key" },
  402: { message: "Insufficient Balance", type: "unknown_error", code: "invalid_request_error" },
  403: {
    message: "Country, region, or territory not supported",
    type: "request_forbidden",
    code: "unsupported_country_region_territory",
  },
  404: {
    message: "The model does not exist or you do not have access to it.",
    type: "invalid_request_error",
    code: "model_not_found",
  },
  429: {
    message: "Rate limit reached for requests. Please try again later.",
    type: "requests",
    code: "rate_limit_exceeded",
  },
  503: {
    message: "The engine is currently overloaded, please try again later.",
    type: "server_error",
    code: "overloaded",
  },
};

const USUAL_BY_CODE: Readonly<Record<string, Omit<Usual, "code">>> = {
  insufficient_quota: {
    message: "You exceeded your current quota, please check your plan and billing details.",
    type: "insufficient_quota",
  },
  context_length_exceeded: {
    message: "This model's maximum context length is 128000 tokens. Please reduce the length of the messages.",
    type: "invalid_request_error",
  },
  content_policy_violation: {
    message: "Your request was rejected as a result of our safety system.",
    type: "invalid_request_error",
  },
};

/** An error set by a directive or a rule, with the usual values of its code or status for the fields it leaves out. */
export const askedProblem = ({ status, message, code }: ErrorFacts): Problem => {
  const byStatus = USUAL_BY_STATUS[status] ?? (status >= 400 && status < 500 ? CLIENT_ERROR : SERVER_ERROR);
  const usual = {
    ...byStatus,
    ...(code !== undefined && Object.hasOwn(USUAL_BY_CODE, code) ? USUAL_BY_CODE[code] : {}),
  };
  return { status, message: message ?? usual.message, type: usual.type, param: null, code: code ?? byStatus.code };
};
