import { requestProblem } from "./check-request";
import { signatureOf } from "./thinking-signature";

const user = (content: unknown = "Hi") => ({ role: "user", content });
const assistant = (...content: readonly object[]) => ({ role: "assistant", content });
const system = { role: "system", content: "Be brief." };
const text = (value: string) => ({ type: "text", text: value });
const use = (id: string) => ({ type: "tool_use", id, name: "f", input: {} });
const result = (tool_use_id: string) => ({ type: "tool_result", tool_use_id, content: "1" });
const thoughtOf = (model: string) => ({
  type: "thinking",
  thinking: "Hm.",
  signature: signatureOf({ model, prefix: "", thinking: "Hm." }),
});
const thought = thoughtOf("claude-haiku-4-5");
const tool = (over: object = {}) => ({ name: "f", input_schema: { type: "object" }, ...over });
const object = (properties: object) => ({ type: "object", properties, additionalProperties: false });
const format = (schema: object) => ({ output_config: { format: { type: "json_schema", schema } } });
const body = (fields: object = {}) => ({ model: "claude-haiku-4-5", max_tokens: 2_000, messages: [user()], ...fields });
const marked = { type: "text", text: "a", cache_control: { type: "ephemeral" } };
const budget = { type: "enabled", budget_tokens: 1_024 };

describe("an invalid message request gets Anthropic's error", () => {
  it.each([
    ["max_tokens: Field required", { max_tokens: undefined }],
    ["max_tokens: must be greater", { max_tokens: 0 }],
    ["max_tokens: Input should be a valid integer", { max_tokens: "5" }],
    ["seed: Extra inputs are not permitted", { seed: 1 }],
    ["messages: Field required", { messages: undefined }],
    ["messages: at least one message", { messages: [] }],
    ["messages.0.role", { messages: [{ role: "robot", content: "x" }] }],
    ["top-level `system`", { messages: [{ role: "system", content: "x" }] }],
    ...[
      [system],
      [system, user()],
      [user(), assistant(text("a")), system, user()],
      [user(), system, system, assistant(text("a")), user()],
    ].map((messages): [string, object] => ["role 'system' must", { model: "claude-opus-4-8", messages }]),
    ["role 'system' must precede", { model: "claude-opus-5", messages: [user(), system, user()] }],
    ["Input tag 'image'", { model: "claude-opus-5", messages: [user(), { ...system, content: [{ type: "image" }] }] }],
    ["top-level `system`", { model: "claude-opus-4-7", messages: [user(), system] }],
    ['first message must use the "user" role', { messages: [{ role: "assistant", content: "x" }, user()] }],
    ["messages.0.content: Field required", { messages: [{ role: "user" }] }],
    ["non-empty content", { messages: [user("")] }],
    ["non-whitespace text", { messages: [user(" ")] }],
    ["does not match any of the expected tags", { messages: [user([use("a")])] }],
    ["does not match any of the expected tags", { messages: [user(), assistant(result("a"))] }],
    ["trailing whitespace", { messages: [user(), { role: "assistant", content: "So " }] }],
    ["Only HTTPS URLs", { messages: [user([{ type: "image", source: { type: "url", url: "http://x" } }])] }],
    [
      "media_type",
      { messages: [user([{ type: "image", source: { type: "base64", media_type: "image/bmp", data: "AA==" } }])] },
    ],
    [
      "invalid base64",
      { messages: [user([{ type: "image", source: { type: "base64", media_type: "image/png", data: "data:" } }])] },
    ],
    ["unexpected `tool_use_id`", { messages: [user([result("a")])] }],
    [
      "without `tool_result` blocks immediately after: b",
      { messages: [user(), assistant(use("a"), use("b")), user([result("a")])] },
    ],
    [
      "without `tool_result` blocks immediately after: a",
      { messages: [user(), assistant(use("a")), user([text("Hurry"), result("a")])] },
    ],
    ["without `tool_result` blocks immediately after: a", { messages: [user(), assistant(use("a"))] }],
    ["tool_use.id: String should match", { messages: [user(), assistant(use("a.b"))] }],
    ["tool_use.input", { messages: [user(), assistant({ ...use("a"), input: "{}" })] }],
    ["Invalid `signature`", { messages: [user(), assistant({ ...thought, thinking: "Other." }, text("a")), user()] }],
    ["Invalid `signature`", { messages: [user(), assistant(thoughtOf("claude-sonnet-4-5"), text("a")), user()] }],
    [
      "bound to a different conversation",
      { model: "claude-opus-5-5", messages: [user(), assistant(thoughtOf("claude-opus-5-5"), text("a")), user()] },
    ],
    ["system.0.type", { system: [{ type: "image" }] }],
    ["temperature: range: 0..1", { temperature: 1.1 }],
    ["cannot both be specified", { temperature: 0.5, top_p: 0.5 }],
    ["`temperature` is deprecated", { model: "claude-opus-4-8", temperature: 0.5 }],
    ["non-whitespace", { stop_sequences: ["\n"] }],
    ["metadata.user_id", { metadata: { user_id: "u".repeat(257) } }],
    ["tool_choice may only", { tool_choice: { type: "auto" } }],
    ["tools.0.custom.name", { tools: [tool({ name: "with space" })] }],
    ["tools.0.custom.input_schema.type: Field required", { tools: [tool({ input_schema: {} })] }],
    ...["oneOf", "allOf", "anyOf"].map((keyword): [string, object] => [
      "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
      { tools: [tool({ input_schema: { type: "object", [keyword]: [{ required: ["a"] }] } })] },
    ]),
    ["Tool names must be unique", { tools: [tool(), tool()] }],
    ["not found in provided tools", { tools: [tool()], tool_choice: { type: "tool", name: "g" } }],
    ["not supported for this model", { model: "claude-sonnet-5-5", tools: [tool()], tool_choice: { type: "any" } }],
    [
      "Enum value 'a' does not match declared type '['string', 'null']'",
      { ...format(object({ a: { type: ["string", "null"], enum: ["a", null] } })) },
    ],
    ["complex types within enums", format(object({ a: { enum: [{}] } }))],
    ["'allOf' with '$ref'", format({ ...object({ a: { allOf: [{ $ref: "#/$defs/d" }] } }), $defs: { d: object({}) } })],
    ["additionalProperties", { tools: [tool({ strict: true })] }],
    ["additionalProperties", format({ type: "object", properties: { a: { type: "object" } } })],
    ["property 'minimum' is not supported", format(object({ a: { type: "integer", minimum: 1 } }))],
    ["does not support output format", { model: "claude-3-5-haiku-latest", ...format(object({})) }],
    ["does not support the effort parameter", { output_config: { effort: "low" } }],
    ["output_config.effort", { model: "claude-opus-5", output_config: { effort: "minimal" } }],
    ["greater than or equal to 1024", { thinking: { type: "enabled", budget_tokens: 100 } }],
    ["`max_tokens` must be greater", { thinking: { type: "enabled", budget_tokens: 2_000 } }],
    ["only be set to 1", { thinking: budget, temperature: 0.2 }],
    ["tool_choice forces", { thinking: budget, tools: [tool()], tool_choice: { type: "any" } }],
    ["adaptive thinking is not supported", { thinking: { type: "adaptive" } }],
    ['"thinking.type.enabled" is not supported', { model: "claude-opus-4-8", thinking: budget }],
    ['"thinking.type.disabled" is not supported', { model: "claude-opus-5-5", thinking: { type: "disabled" } }],
    ["Expected `thinking`", { thinking: budget, messages: [user(), assistant(use("a")), user([result("a")])] }],
    [
      "When thinking is disabled",
      {
        model: "claude-sonnet-5",
        thinking: { type: "disabled" },
        messages: [user(), assistant(thoughtOf("claude-sonnet-5"), use("a")), user([result("a")])],
      },
    ],
    ["A maximum of 4 blocks", { messages: [user([marked, marked, marked, marked, marked])] }],
  ])("%s", (message, fields) => {
    expect(requestProblem(body(fields), false)).toMatchObject({
      status: 400,
      type: "invalid_request_error",
      message: expect.stringContaining(message),
    });
  });

  it.each([
    [{}],
    [{ temperature: 1, stop_sequences: ["END"], stream: true, metadata: { user_id: "u" }, system: "Be kind." }],
    [{ messages: [user("a"), user("b"), assistant(text("c")), user()] }],
    [
      {
        messages: [user(), assistant(text("a"), use("a"), use("b")), user([result("b"), result("a"), text("And?")])],
        tools: [tool()],
      },
    ],
    [{ messages: [user(), assistant(thought, use("a")), user([result("a")])], thinking: budget }],
    [
      {
        messages: [user(), assistant(use("a")), user([result("a")]), assistant(text("So.")), user()],
        thinking: budget,
      },
    ],
    [{ messages: [user(), { role: "assistant", content: "So" }] }],
    [
      {
        model: "claude-opus-5-5",
        thinking: { type: "adaptive", block_binding: { prefix_mismatch_behavior: "drop_block" } },
        messages: [user(), assistant(thoughtOf("claude-opus-5-5"), text("a")), user()],
      },
    ],
    [{ model: "claude-sonnet-5-5", thinking: { type: "between_tools" }, output_config: { effort: "max" } }],
    [{ model: "claude-3-opus-20240229", temperature: 0.1, top_p: 0.5 }],
    [
      format({
        type: "object",
        properties: { a: { type: "array", items: object({}), minItems: 1 } },
        additionalProperties: false,
      }),
    ],
    [{ tools: [tool({ strict: true, input_schema: object({}) })], tool_choice: { type: "tool", name: "f" } }],
  ])("%j is valid", (fields) => {
    expect(requestProblem(body(fields), false)).toBeUndefined();
  });

  it("counting tokens does not require a maximum", () => {
    expect(requestProblem(body({ max_tokens: undefined }), true)).toBeUndefined();
  });
});
