import type { CombinedError } from "@urql/core";

/** What the server said no with, for people and for code. */
export interface Refusal {
  /** One of docs/errors.md, or `connection_lost` where nothing was heard. */
  readonly code: string;
  readonly message: string;
  readonly requestId?: string;
}

export const CONNECTION_LOST: Refusal = { code: "connection_lost", message: "The server could not be reached." };

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The first of what went wrong. */
export const refusalOf = ({ graphQLErrors: [error] }: Pick<CombinedError, "graphQLErrors">): Refusal => {
  if (error === undefined) return CONNECTION_LOST;
  const requestId = textOf(error.extensions.request_id);
  return {
    code: textOf(error.extensions.code) ?? "internal_error",
    message: error.message,
    ...(requestId === undefined ? {} : { requestId }),
  };
};

const OF_THE_KEY: ReadonlySet<string> = new Set(["missing_api_key", "invalid_api_key", "key_revoked"]);

/** Nothing more can be had with this key. */
export const endsSession = ({ code }: Refusal): boolean => OF_THE_KEY.has(code);
