/**
 * A provider's names of what a caller may set, at the root of a path, and ours as REST has them. Not the messages: a
 * prompt that a provider refuses is told in its words (docs/errors.md, `provider_unavailable`).
 */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ...[
    "temperature",
    "top_p",
    "max_tokens",
    "stop",
    "response_format",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "seed",
    "presence_penalty",
    "frequency_penalty",
    "reasoning_effort",
    "logprobs",
    "top_logprobs",
    "logit_bias",
    "user",
  ].map((name) => [name, name] as const),
  ["max_completion_tokens", "max_tokens"],
  ["max_output_tokens", "max_tokens"],
  ["stop_sequences", "stop"],
  ["random_seed", "seed"],
  ["text.format", "response_format"],
  ["output_config.format", "response_format"],
  ["response_schema", "response_format"],
  ["response_json_schema", "response_format"],
  ["reasoning.effort", "reasoning_effort"],
  ["output_config.effort", "reasoning_effort"],
  ["safety_identifier", "user"],
  ["metadata.user_id", "user"],
]);

/** What stands before the fields of a request in a path of Google's, or of servers that check with FastAPI. */
const FRAME = /^(?:body\.|GenerateContentRequest\.)?(?:generation_?config\.)?/i;

const inSnakeCase = (path: string): string =>
  path.replaceAll(/[a-z][A-Z]/g, ([small = "", large = ""]) => `${small}_${large.toLowerCase()}`);

const fieldOf = (path: string): string | undefined => {
  const [root = "", next = ""] = inSnakeCase(path.replace(FRAME, "")).split(/[.[\]]/);
  return FIELDS.get(root) ?? FIELDS.get(`${root}.${next}`);
};

/** A field that the provider does not know is one that we wrote: the row of the model should say otherwise. */
const OURS =
  /^(?:unknown|unrecognized|unsupported) (?:parameter|request argument|name|field)|unknown name|extra (?:inputs|fields)|is unsupported$|property '[^']*' is unsupported/i;

/**
 * The fields that a provider's refusal is about, as REST names them.
 * @param paths As the provider writes them: `tools[0].function.name`, `tools.0.custom.name`.
 * @param message Of the refusal.
 */
export const refusedFields = (paths: readonly string[], message: string): readonly string[] =>
  OURS.test(message) ? [] : [...new Set(paths.flatMap((path) => fieldOf(path) ?? []))];
