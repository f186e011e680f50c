import type { CombinedError } from "@urql/core";

/** Why an operation failed, for people and for code. */
export interface Refusal {
  /** A code of docs/errors.md, or `connection_lost` without an answer. */
  readonly code: string;
  readonly message: string;
  /** The rejected input: `budget.limit`, `models[2]`. */
  readonly param?: string;
  readonly requestId?: string;
}

export const CONNECTION_LOST: Refusal = { code: "connection_lost", message: "The server could not be reached." };

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The first error of an answer. */
export const refusalOf = ({ graphQLErrors: [error] }: Pick<CombinedError, "graphQLErrors">): Refusal => {
  if (error === undefined) return CONNECTION_LOST;
  const requestId = textOf(error.extensions.request_id);
  const param = textOf(error.extensions.param);
  return {
    code: textOf(error.extensions.code) ?? "internal_error",
    message: error.message,
    ...(param === undefined ? {} : { param }),
    ...(requestId === undefined ? {} : { requestId }),
  };
};

/** The fault of the rejected input: the message without the input's name at its start. */
export const faultOf = ({ message, param }: Refusal): string =>
  param === undefined ? message : message.replace(`${param}: `, "");

const KEY_ERROR_CODES: ReadonlySet<string> = new Set(["missing_api_key", "invalid_api_key", "key_revoked"]);

/** Whether the server rejects the key itself. */
export const endsSession = ({ code }: Refusal): boolean => KEY_ERROR_CODES.has(code);

/** Whether the same operation may succeed later, as after a restart of a service. */
export const isTransient = ({ graphQLErrors }: Pick<CombinedError, "graphQLErrors">): boolean =>
  graphQLErrors.every(({ extensions }) => extensions.retryable === true);
