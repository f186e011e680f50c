interface ToldError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** An error from the server: one of the codes in docs/errors.md, and a message for people. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The first error of a GraphQL result. */
export const refusalOf = ([error]: readonly ToldError[]): Refusal => {
  const code = error?.extensions?.["code"];
  return new Refusal(typeof code === "string" ? code : "internal_error", error?.message ?? "The request failed.");
};

/** A message for people, whatever went wrong. */
export const tell = (error: unknown): string =>
  error instanceof Refusal
    ? `${error.code}: ${error.message}`
    : error instanceof Error
      ? error.message
      : "The connection was lost.";
