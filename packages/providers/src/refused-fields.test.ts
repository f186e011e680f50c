import { toErrorFacts as fromAnthropic } from "./anthropic/errors";
import { toErrorFacts as fromGoogle } from "./google/errors";
import { toErrorFacts as fromOpenAi } from "./openai-errors";

type Reader = typeof fromOpenAi;

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

test.each<[Reader, object, string, readonly string[]]>([
  [fromOpenAi, openAi("tools", "Invalid 'tools': array too long.", "array_above_max_length"), "rejected", ["tools"]],
  [fromOpenAi, openAi("tools[3].function.parameters", "Invalid schema for function 'f'."), "rejected", ["tools"]],
  [fromOpenAi, openAi("text.format.schema", "Invalid schema for response_format."), "rejected", ["response_format"]],
  [fromOpenAi, openAi("max_completion_tokens", "max_tokens is too large: 99999."), "rejected", ["max_tokens"]],
  [fromOpenAi, openAi("reasoning.effort", "Unsupported value: 'minimal'."), "rejected", ["reasoning_effort"]],
  [fromOpenAi, openAi("user", "Invalid 'user': string too long.", "string_above_max_length"), "rejected", ["user"]],
  [
    fromOpenAi,
    { detail: [{ type: "less_than_equal", loc: ["body", "temperature"], msg: "Input should be at most 1.5" }] },
    "rejected",
    ["temperature"],
  ],
  [fromAnthropic, claude("tools.0.custom.name: String should match pattern"), "rejected", ["tools"]],
  [fromAnthropic, claude("max_tokens: 99999 > 64000, which is the maximum"), "rejected", ["max_tokens"]],
  [fromAnthropic, claude("output_config.format.schema: Invalid schema"), "rejected", ["response_format"]],
  [
    fromAnthropic,
    claude("The compiled grammar is too large, which would cause performance issues."),
    "rejected",
    ["response_format", "tools"],
  ],
  [
    fromAnthropic,
    claude("input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"),
    "context_length",
    ["max_tokens"],
  ],
  [
    fromGoogle,
    gemini("* GenerateContentRequest.tools[0].function_declarations[1].name: Invalid function name.\n"),
    "rejected",
    ["tools"],
  ],
  [fromGoogle, gemini("Invalid value", "generation_config.response_schema"), "rejected", ["response_format"]],
  [fromGoogle, gemini("Invalid value", "generationConfig.maxOutputTokens"), "rejected", ["max_tokens"]],
  // Words of the caller's that sound like a policy's.
  [fromOpenAi, openAi("tools[0].function.parameters", "Invalid schema for 'moderation'."), "rejected", ["tools"]],
  [fromAnthropic, claude("tools.0.custom.input_schema.properties.safety: Invalid"), "rejected", ["tools"]],
  [
    fromGoogle,
    gemini("* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[safety].type: missing\n"),
    "rejected",
    ["tools"],
  ],
])("%p reads %j as %s, about %j", (read, body, kind, fields) => {
  expect(read(400, JSON.stringify(body))).toMatchObject({ kind, fields });
});

test.each<[string, Reader, object]>([
  ["the messages", fromOpenAi, openAi("messages[0].content[1].image_url", "Invalid image.")],
  ["the messages", fromAnthropic, claude("messages.0.content: Field required")],
  ["the messages", fromGoogle, gemini("* GenerateContentRequest.contents[0].parts: must not be empty.\n")],
  ["nothing", fromOpenAi, openAi(null, "No tool output found for function call a.", null)],
  ["the model", fromOpenAi, openAi("model", "Invalid model.")],
  // What we wrote, and the caller did not.
  [
    "a name of ours",
    fromOpenAi,
    openAi(
      "max_tokens",
      "Unsupported parameter: 'max_tokens' is not supported with this model.",
      "unsupported_parameter",
    ),
  ],
  ["a name of ours", fromOpenAi, openAi("seed", "property 'seed' is unsupported")],
  [
    "a name of ours",
    fromOpenAi,
    { detail: [{ type: "extra_forbidden", loc: ["body", "seed"], msg: "Extra inputs are not permitted" }] },
  ],
  ["a name of ours", fromAnthropic, claude("temperature: Extra inputs are not permitted")],
  [
    "a name of ours",
    fromGoogle,
    gemini(`Invalid JSON payload received. Unknown name "seed" at 'generation_config': Cannot find field.`, "seed"),
  ],
])("a refusal that is about %s names no field", (_, read, body) => {
  expect(read(400, JSON.stringify(body))).not.toHaveProperty("fields");
});

test("a text too long is a prompt too long, if it is the prompt's", () => {
  const kindOf = (param: string | null) =>
    fromOpenAi(400, JSON.stringify(openAi(param, "string too long", "string_above_max_length"))).kind;
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
