import type { ProviderErrorFacts } from "../provider-error";

/**
 * REST names of a call's settings, by the providers' names at the start of a path. The messages are not among them: a
 * prompt that a provider refuses is `provider_unavailable` (docs/errors.md).
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
    "verbosity",
    "logprobs",
    "top_logprobs",
    "logit_bias",
    "user",
    "dimensions",
    "size",
    "quality",
    "image",
    "mask",
  ].map((name) => [name, name] as const),
  ["max_completion_tokens", "max_tokens"],
  ["max_output_tokens", "max_tokens"],
  ["stop_sequences", "stop"],
  ["random_seed", "seed"],
  ["text.format", "response_format"],
  ["text.verbosity", "verbosity"],
  ["output_config.format", "response_format"],
  ["response_schema", "response_format"],
  ["response_json_schema", "response_format"],
  ["reasoning.effort", "reasoning_effort"],
  ["output_config.effort", "reasoning_effort"],
  ["safety_identifier", "user"],
  ["metadata.user_id", "user"],
  ["output_dimension", "dimensions"],
  ["output_dimensionality", "dimensions"],
  ["image_size", "size"],
  ["images", "image"],
]);

/** Prefixes of paths before the request's fields, at Google and at servers that use FastAPI. */
const PATH_START =
  /^(?:body\.|(?:(?:Batch)?EmbedContents?|GenerateContent)Request\.)?(?:requests\[\d+\]\.)?(?:generation_?config\.)?/i;

/** Names of the prompt at the start of a path. */
const PROMPT: ReadonlySet<string> = new Set([
  "messages",
  "contents",
  "input",
  "prompt",
  "system",
  "system_instruction",
  "instructions",
]);

const namesPrompt = (paths: readonly string[]): boolean =>
  paths.some((path) => PROMPT.has(inSnakeCase(path.replace(PATH_START, "")).split(/[.[\]]/)[0] ?? ""));

/** Error messages that name the field, for errors without a path. */
const NAMING: readonly RegExp[] = [
  // OpenAI; vLLM; Voyage.
  /^Invalid value for '(?<path>\w+)'/i,
  /^'[^']*' is not one of \[.*\] - '(?<path>\w+)'$/i,
  /^(?<path>\w+) (?:must be one of|is currently not supported)\b/i,
  /^Value \S+ supplied for argument '(?<path>\w+)' is not valid\b/i,
  // Google.
  /^Unable to process input (?<path>image)\b/i,
];
const DIMENSIONS =
  /^This model does not support specifying dimensions|^Dimensions must be|^Model \S+ (?:does not support|only supports \[[^\]]*\]) matryoshka/i;
const SIZE = /^The size is not supported by this model/i;
/**
 * JSON mode with a prompt that does not mention JSON. These messages name the prompt. From OpenAI's chat completions and
 * Alibaba, from Responses, and from DeepSeek.
 */
const JSON_MODE = /(?:^|: )(?:'messages'|Response input messages|Prompt) must contain the word 'json'/i;

const pathInWords = (message: string): string => {
  if (DIMENSIONS.test(message)) return "dimensions";
  if (SIZE.test(message)) return "size";
  if (JSON_MODE.test(message)) return "response_format";
  for (const sentence of NAMING) {
    const path = sentence.exec(message)?.groups?.["path"];
    if (path !== undefined) return path;
  }
  return "";
};

const inSnakeCase = (path: string): string =>
  path.replaceAll(/[a-z][A-Z]/g, ([small = "", large = ""]) => `${small}_${large.toLowerCase()}`);

const fieldOf = (path: string): string | undefined => {
  const [root = "", next = ""] = inSnakeCase(path.replace(PATH_START, "")).split(/[.[\]]/);
  return FIELDS.get(root) ?? FIELDS.get(`${root}.${next}`);
};

/** The provider does not know the field. The model's row in the catalog chose the name, so the caller is not at fault. */
const UNKNOWN_FIELD =
  /^(?:unknown|unrecognized|unsupported) (?:parameter|request argument|name|field)|unknown name|extra (?:inputs|fields)|is unsupported$|property '[^']*' is unsupported/i;

/**
 * The fields that a provider's refusal is about, by their REST names.
 * @param paths As the provider writes them: `tools[0].function.name`, `tools.0.custom.name`.
 * @param message The refusal's text.
 */
export const refusedFields = (paths: readonly string[], message: string): readonly string[] =>
  UNKNOWN_FIELD.test(message)
    ? []
    : [...new Set([...paths, pathInWords(message)].flatMap((path) => fieldOf(path) ?? []))];

/** The facts of an error that say what it is about. @param paths See refusedFields. @param fields See refusedFields. */
export const refusedParts = (
  paths: readonly string[],
  fields: readonly string[],
): Pick<ProviderErrorFacts, "fields" | "namesPrompt"> => ({
  ...(fields.length === 0 ? {} : { fields }),
  ...(namesPrompt(paths) ? { namesPrompt: true } : {}),
});
