export interface CurlCommandOptions {
  /** Where the API is, without a slash at its end. */
  readonly origin: string;
  readonly model: string;
}

/**
 * A first call for a shell, as the README has it. The key comes from the environment: in a command it would stay in the
 * shell's history.
 */
export const curlCommand = ({ origin, model }: CurlCommandOptions): string => {
  const body = JSON.stringify({ model, messages: [{ role: "user", content: "Hello!" }] });
  return [
    `curl ${origin}/v1/chat/completions \\`,
    `  -H "Authorization: Bearer $CENOTE_API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join("\n");
};
