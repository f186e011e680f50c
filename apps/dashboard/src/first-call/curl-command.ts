export const FIRST_MESSAGES = [{ role: "user", content: "Hello!" }] as const;

/** A chat completion over REST. */
export interface RestCall {
  /** Base address of the API, without a trailing slash. */
  readonly origin: string;
  readonly body: object;
}

/**
 * A first call for a shell, like the README's. The key comes from the environment; in the command it would be stored in
 * the shell's history.
 */
export const curlCommand = ({ origin, body }: RestCall): string =>
  [
    `curl ${origin}/v1/chat/completions \\`,
    `  -H "Authorization: Bearer $CENOTE_API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
  ].join("\n");
