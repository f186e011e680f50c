export interface CurlCommandOptions {
  /** Of the API, without a slash at the end. */
  readonly origin: string;
  readonly model: string;
}

/**
 * The first call of the README, for a shell. The key comes from the environment: in the command it would be stored in
 * the shell's history.
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
