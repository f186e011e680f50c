import { toErrorFacts as fromAnthropic } from "../anthropic/errors";
import { toErrorFacts as fromFal } from "./detail-errors";
import { toErrorFacts as fromGoogle } from "../google/errors";
import { toErrorFacts as fromOpenAi } from "./openai-errors";

const READERS = { OpenAI: fromOpenAi, Anthropic: fromAnthropic, Google: fromGoogle, fal: fromFal };
type Provider = keyof typeof READERS;
const read = (provider: Provider, body: object) => READERS[provider](400, JSON.stringify(body));

const openAi = (param: string | null, message: string, code: string | null = "invalid_value") => ({
  error: { message, type: "invalid_request_error", param, code },
});
const claude = (message: string) => ({ type: "error", error: { type: "invalid_request_error", message } });
const gemini = (message: string, ...fields: readonly string[]) => ({
  error: {
    code: 400,
    status: "INVALID_ARGUMENT",
    message,
    ...(fields.length === 0
      ? {}
      : {
          details: [
            {
              "@type": "type.googleapis.com/google.rpc.BadRequest",
              fieldViolations: fields.map((field) => ({ field, description: message })),
            },
          ],
        }),
  },
});

test.each<[Provider, object, string, readonly string[]]>([
  ["OpenAI", openAi("tools", "Invalid 'tools': array too long.", "array_above_max_length"), "rejected", ["tools"]],
  ["OpenAI", openAi("tools[3].function.parameters", "Invalid schema for function 'f'."), "rejected", ["tools"]],
  ["OpenAI", openAi("text.format.schema", "Invalid schema for response_format."), "rejected", ["response_format"]],
  ["OpenAI", openAi("max_completion_tokens", "max_tokens is too large: 99999."), "rejected", ["max_tokens"]],
  ["OpenAI", openAi("reasoning.effort", "Unsupported value: 'minimal'."), "rejected", ["reasoning_effort"]],
  ["OpenAI", openAi("user", "Invalid 'user': string too long.", "string_above_max_length"), "rejected", ["user"]],
  ["OpenAI", openAi("image", "Invalid image file or mode for image 1.", "invalid_image_file"), "rejected", ["image"]],
  ["OpenAI", openAi("images[1].image_url", "Invalid image.", "invalid_image_file"), "rejected", ["image"]],
  ["OpenAI", openAi("mask", "Invalid mask image format - mask size does not match."), "rejected", ["mask"]],
  ["Google", gemini("Unable to process input image. Please retry or report it."), "rejected", ["image"]],
  // https://github.com/ultimatejimmy/xray.koplugin/issues/33; of Responses; of DeepSeek: https://github.com/vercel/ai/pull/7946
  [
    "OpenAI",
    openAi(
      "messages",
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      null,
    ),
    "rejected",
    ["response_format"],
  ],
  [
    "OpenAI",
    openAi(
      "input",
      "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
      null,
    ),
    "rejected",
    ["response_format"],
  ],
  [
    "OpenAI",
    openAi(
      null,
      "<400> InternalError.Algo.InvalidParameter: 'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      "invalid_parameter_error",
    ),
    "rejected",
    ["response_format"],
  ],
  [
    "OpenAI",
    openAi(
      null,
      "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'.",
      "invalid_request_error",
    ),
    "rejected",
    ["response_format"],
  ],
  [
    "OpenAI",
    { detail: [{ type: "less_than_equal", loc: ["body", "temperature"], msg: "Input should be at most 1.5" }] },
    "rejected",
    ["temperature"],
  ],
  ["Anthropic", claude("tools.0.custom.name: String should match pattern"), "rejected", ["tools"]],
  ["Anthropic", claude("max_tokens: 99999 > 64000, which is the maximum"), "rejected", ["max_tokens"]],
  ["Anthropic", claude("output_config.format.schema: Invalid schema"), "rejected", ["response_format"]],
  [
    "Anthropic",
    claude("The compiled grammar is too large, which would cause performance issues."),
    "rejected",
    ["response_format", "tools"],
  ],
  [
    "Anthropic",
    claude("input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"),
    "context_length",
    ["max_tokens"],
  ],
  [
    "Google",
    gemini("* GenerateContentRequest.tools[0].function_declarations[1].name: Invalid function name.\n"),
    "rejected",
    ["tools"],
  ],
  ["Google", gemini("Invalid value", "generation_config.response_schema"), "rejected", ["response_format"]],
  ["Google", gemini("Invalid value", "generationConfig.maxOutputTokens"), "rejected", ["max_tokens"]],
  [
    "OpenAI",
    openAi(null, "Invalid value for 'dimensions' = 4096. Must be less than or equal to 1536.", null),
    "rejected",
    ["dimensions"],
  ],
  ["OpenAI", openAi(null, "This model does not support specifying dimensions.", null), "rejected", ["dimensions"]],
  ["OpenAI", openAi("size", "Invalid value: '7x7'. Supported values are: '1024x1024'."), "rejected", ["size"]],
  ["OpenAI", openAi(null, "'7x7' is not one of ['1024x1024', '1792x1024'] - 'size'", null), "rejected", ["size"]],
  ["OpenAI", openAi(null, "The size is not supported by this model.", "invalid_size"), "rejected", ["size"]],
  ["OpenAI", openAi(null, "dimensions is currently not supported", null), "rejected", ["dimensions"]],
  [
    "OpenAI",
    openAi(null, 'Model "m" only supports [256, 512] matryoshka dimensions, use other output dimensions.', null),
    "rejected",
    ["dimensions"],
  ],
  [
    "OpenAI",
    { detail: "Value '7' supplied for argument 'output_dimension' is not valid -- accepted values are [256]." },
    "rejected",
    ["dimensions"],
  ],
  [
    "Google",
    gemini("* BatchEmbedContentsRequest.requests[0].output_dimensionality: must be between 1 and 768.\n"),
    "rejected",
    ["dimensions"],
  ],
  [
    "fal",
    { detail: [{ loc: ["body", "image_size", "width"], msg: "Input should be less than 14142", type: "less_than" }] },
    "rejected",
    ["size"],
  ],
  // The caller's own names contain words that also occur in refusals by a policy.
  ["OpenAI", openAi("tools[0].function.parameters", "Invalid schema for 'moderation'."), "rejected", ["tools"]],
  ["Anthropic", claude("tools.0.custom.input_schema.properties.safety: Invalid"), "rejected", ["tools"]],
  [
    "Google",
    gemini("* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[safety].type: missing\n"),
    "rejected",
    ["tools"],
  ],
])("the refusal of %s %j is %s and names %j", (provider, body, kind, fields) => {
  expect(read(provider, body)).toMatchObject({ kind, fields });
});

test.each<[string, Provider, object]>([
  ["the messages", "OpenAI", openAi("messages[0].content[1].image_url", "Invalid image.")],
  ["the messages", "Anthropic", claude("messages.0.content: Field required")],
  ["the messages", "Google", gemini("* GenerateContentRequest.contents[0].parts: must not be empty.\n")],
  ["nothing", "OpenAI", openAi(null, "No tool output found for function call a.", null)],
  ["the prompt", "fal", { detail: [{ loc: ["body", "prompt"], msg: "size must be one of 1", type: "value_error" }] }],
  ["the prompt", "OpenAI", openAi("prompt", "Your prompt '7' is not one of [these] - 'size'", null)],
  ["the model", "OpenAI", openAi("model", "Invalid model.")],
  // Names that the gateway chose, not the caller.
  [
    "a name that we chose",
    "OpenAI",
    openAi(
      "max_tokens",
      "Unsupported parameter: 'max_tokens' is not supported with this model.",
      "unsupported_parameter",
    ),
  ],
  ["a name that we chose", "OpenAI", openAi("seed", "property 'seed' is unsupported")],
  [
    "a name that we chose",
    "OpenAI",
    { detail: [{ type: "extra_forbidden", loc: ["body", "seed"], msg: "Extra inputs are not permitted" }] },
  ],
  ["a name that we chose", "Anthropic", claude("temperature: Extra inputs are not permitted")],
  [
    "a name that we chose",
    "Google",
    gemini(`Invalid JSON payload received. Unknown name "seed" at 'generation_config': Cannot find field.`, "seed"),
  ],
])("a refusal about %s names no field (%s, %j)", (_, provider, body) => {
  expect(read(provider, body)).not.toHaveProperty("fields");
});

test.each<[Provider, object]>([
  ["OpenAI", openAi("messages.[0].content.[1].image_url", "Invalid image.")],
  ["OpenAI", openAi("input", "The image data you provided does not represent a valid image.")],
  ["Anthropic", claude("messages.2.content.0.image.source.base64: image exceeds 5 MB maximum")],
  ["Anthropic", claude("messages: text content blocks must be non-empty")],
  ["Google", gemini("* GenerateContentRequest.contents[0].parts[1].inline_data.mime_type: must be image/png.\n")],
  ["fal", { detail: [{ loc: ["body", "prompt"], msg: "too long", type: "string_too_long" }] }],
])("a refusal that names the prompt says so (%s, %j)", (provider, body) => {
  expect(read(provider, body)).toMatchObject({ namesPrompt: true });
});

test("a refusal of a setting, or one that names nothing, is not about the prompt", () => {
  for (const body of [openAi("tools", "Too many."), openAi("prompt_cache_key", "Too long."), openAi(null, "No.")])
    expect(read("OpenAI", body)).not.toHaveProperty("namesPrompt");
});

test("a text that is too long is a prompt that is too long only if it belongs to the prompt", () => {
  const kindOf = (param: string | null) =>
    read("OpenAI", openAi(param, "string too long", "string_above_max_length")).kind;
  expect(["messages[0].content", "input", null].map(kindOf)).toEqual([
    "context_length",
    "context_length",
    "context_length",
  ]);
  expect(["messages[2].tool_calls[0].id", "tools[0].function.description", "user"].map(kindOf)).toEqual([
    "rejected",
    "rejected",
    "rejected",
  ]);
});
