interface ToldError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** The server's no: one of the codes of docs/errors.md, and a text for people. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Of the errors of a GraphQL result the first. */
export const refusalOf = ([error]: readonly ToldError[]): Refusal => {
  const code = error?.extensions?.["code"];
  return new Refusal(typeof code === "string" ? code : "internal_error", error?.message ?? "The request failed.");
};

/** For people: what went wrong, whatever it was. */
export const tell = (error: unknown): string =>
  error instanceof Refusal ? `${error.code}: ${error.message}` : error instanceof Error ? error.message : "The connection was lost.";
