import { requestProblem } from "./check-request";
import { encryptedReasoning } from "./encrypted-reasoning";
import { itemId, reasoningId } from "./item-ids";

const user = { role: "user", content: "Hi" };
const body = (fields: object = {}) => ({ model: "gpt-6-sol", input: [user], ...fields });
const tool = (name: unknown, more: object = {}) => ({
  type: "function",
  name,
  parameters: { type: "object" },
  ...more,
});
const call = { type: "function_call", call_id: "call_1", name: "f", arguments: "{}" };
const output = { type: "function_call_output", call_id: "call_1", output: "1" };
const custom = (format?: object) => ({ type: "custom", name: "c", description: "d", format });
const customCall = { type: "custom_tool_call", call_id: "call_1", name: "c", input: "x" };
const customOutput = { type: "custom_tool_call_output", call_id: "call_1", output: "1" };
const id = reasoningId("x");
const reasoning = { type: "reasoning", id, summary: [], encrypted_content: encryptedReasoning("openai", id) };
const answer = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Yes", annotations: [] }] };
const part = (fields: object) => ({ input: [{ role: "user", content: [fields] }] });

describe("an invalid request for a response gets OpenAI's error", () => {
  it.each([
    ["input", { input: undefined }, "missing_required_parameter"],
    ["input", { input: [] }, "missing_required_parameter"],
    ["input", { input: 7 }, "invalid_type"],
    ["seed", { seed: 1 }, "unknown_parameter"],
    ["stop", { stop: ["a"] }, "unknown_parameter"],
    ["max_completion_tokens", { max_completion_tokens: 20 }, "unsupported_parameter"],
    ["response_format", { response_format: { type: "text" } }, "unsupported_parameter"],
    ["previous_response_id", { previous_response_id: "resp_1" }, "previous_response_not_found"],
    ["background", { background: true }, null],
    ["input[0]", { input: [{ type: "web" }] }, "invalid_value"],
    ["input[0].role", { input: [{ role: "tool", content: "x" }] }, "invalid_value"],
    ["input[0].content", { input: [{ role: "user" }] }, "missing_required_parameter"],
    ["input[0].tool_calls", { input: [{ role: "assistant", content: "x", tool_calls: [] }] }, "unknown_parameter"],
    ["input[0].content[0]", part({ type: "text", text: "x" }), "invalid_value"],
    ["input[0].content[0]", part({ type: "output_text", text: "x" }), "invalid_value"],
    ["input[0].content[0].text", part({ type: "input_text" }), "missing_required_parameter"],
    ["input[0].content[0].image_url", part({ type: "input_image", image_url: { url: "https://x" } }), "invalid_type"],
    ["input[0].content[0].image_url", part({ type: "input_image", image_url: "ftp://x" }), "invalid_value"],
    [
      "input[1].content[0]",
      { input: [user, { role: "assistant", content: [{ type: "input_text", text: "x" }] }] },
      "invalid_value",
    ],
    ["input[1].arguments", { input: [user, { ...call, arguments: undefined }, output] }, "missing_required_parameter"],
    ["input[1].arguments", { input: [user, { ...call, arguments: {} }, output] }, "invalid_type"],
    ["input[1].id", { input: [user, { ...call, id: "call_1" }, output] }, "invalid_value"],
    ["input[1].call_id", { input: [user, { ...call, call_id: "x".repeat(65) }, output] }, "string_above_max_length"],
    ["input[1].name", { input: [user, { ...call, name: "a b" }, output] }, "invalid_value"],
    ["input", { input: [user, call] }, null],
    ["input", { input: [user, output] }, null],
    ["input", { input: [user, output, call] }, null],
    ["input", { input: [user, reasoning] }, null],
    ["input", { input: [user, reasoning, user] }, null],
    ["input", { input: [user, { ...answer, id: itemId("msg", "x", id) }] }, null],
    [
      null,
      { input: [user, { ...reasoning, encrypted_content: "gAAAAmade-elsewhere" }, answer] },
      "invalid_encrypted_content",
    ],
    [
      null,
      { input: [user, { ...reasoning, encrypted_content: encryptedReasoning("azure", id) }, answer] },
      "invalid_encrypted_content",
    ],
    [null, { input: [user, { ...reasoning, id: "rs_other" }, answer] }, "invalid_encrypted_content"],
    ["input[1].summary", { input: [user, { ...reasoning, summary: undefined }, answer] }, "missing_required_parameter"],
    ["max_output_tokens", { max_output_tokens: 15 }, "integer_below_min_value"],
    ["max_output_tokens", { max_output_tokens: 20.5 }, "invalid_type"],
    ["stream", { stream: "yes" }, "invalid_type"],
    ["stream_options", { stream_options: { include_obfuscation: false } }, null],
    ["stream_options.include_usage", { stream: true, stream_options: { include_usage: true } }, "unknown_parameter"],
    ["include[0]", { include: ["everything"] }, "invalid_value"],
    ["include", { model: "gpt-4o", include: ["reasoning.encrypted_content"] }, null],
    ["tools[0].name", { tools: [{ type: "function", function: { name: "f" } }] }, "missing_required_parameter"],
    ["tools[0].name", { tools: [tool("a b")] }, "invalid_value"],
    ["tools[0].type", { tools: [{ type: "web_search" }] }, "invalid_value"],
    [
      "tools[0].format.syntax",
      { tools: [custom({ type: "grammar", syntax: "bnf", definition: "" })] },
      "invalid_value",
    ],
    ["tools[0].parameters", { tools: [{ ...custom(), parameters: {} }] }, "unknown_parameter"],
    ["tool_choice", { tools: [custom()], tool_choice: { type: "function", name: "c" } }, null],
    ["input", { input: [user, customCall, output] }, null],
    ["input", { input: [user, call, customOutput] }, null],
    ["tools[0].parameters", { tools: [tool("f", { strict: true })] }, "invalid_function_parameters"],
    [
      "tools[0].parameters",
      { tools: [tool("f", { parameters: { type: "object", oneOf: [{}] } })] },
      "invalid_function_parameters",
    ],
    [
      "text.format.schema",
      { text: { format: { type: "json_schema", name: "x", strict: true, schema: { allOf: [{ type: "object" }] } } } },
      "invalid_json_schema",
    ],
    ["tool_choice", { tool_choice: "required" }, null],
    ["tool_choice", { tools: [tool("f")], tool_choice: "any" }, "invalid_value"],
    ["tool_choice", { tools: [tool("f")], tool_choice: { type: "function", name: "g" } }, null],
    [
      "tool_choice.name",
      { tools: [tool("f")], tool_choice: { type: "function", function: { name: "f" } } },
      "missing_required_parameter",
    ],
    [
      "tool_choice",
      { tools: [tool("f")], tool_choice: { type: "allowed_tools", mode: "auto", tools: [tool("g")] } },
      null,
    ],
    ["input", { text: { format: { type: "json_object" } } }, null],
    ["text.format.type", { text: { format: { type: "xml" } } }, "invalid_value"],
    [
      "text.format.name",
      { text: { format: { type: "json_schema", json_schema: { name: "x", schema: {} } } } },
      "missing_required_parameter",
    ],
    ["text.verbosity", { text: { verbosity: "huge" } }, "invalid_value"],
    ["reasoning.effort", { reasoning: { effort: "minimal" } }, "unsupported_value"],
    ["reasoning.effort", { model: "gpt-6.1-sol", reasoning: { effort: "none" } }, "unsupported_value"],
    ["reasoning.effort", { model: "gpt-4o", reasoning: { effort: "low" } }, "unsupported_parameter"],
    ["reasoning.summary", { reasoning: { summary: "long" } }, "invalid_value"],
    ["temperature", { temperature: 1 }, null],
    ["temperature", { model: "gpt-5.4", temperature: 0.2, reasoning: { effort: "low" } }, null],
    ["temperature", { model: "gpt-4o", temperature: 3 }, "decimal_above_max_value"],
  ])("for %s: %j", (param, fields, code) => {
    expect(requestProblem(body(fields), "openai")).toMatchObject({
      status: 400,
      type: "invalid_request_error",
      param,
      code,
      message: expect.stringMatching(/\S/),
    });
  });

  it("with 404 for an item that only a store could know", () => {
    for (const item of [
      { type: "item_reference", id },
      { ...reasoning, encrypted_content: null },
    ]) {
      expect(requestProblem(body({ input: [user, item, answer] }), "openai")).toMatchObject({
        status: 404,
        param: "input",
      });
    }
  });

  it.each([
    [{ input: "Hi" }],
    [
      {
        instructions: "Be brief",
        store: false,
        max_output_tokens: 16,
        include: ["reasoning.encrypted_content"],
        reasoning: { effort: "xhigh", summary: "auto" },
      },
    ],
    [{ tools: [tool("f")], reasoning: { effort: "high" }, tool_choice: { type: "function", name: "f" } }],
    [
      {
        tools: [tool("f"), tool("g")],
        tool_choice: { type: "allowed_tools", mode: "required", tools: [{ type: "function", name: "g" }] },
      },
    ],
    [{ input: [user, reasoning, { ...call, id: itemId("fc", "x", id) }, output] }],
    [{ input: [user, { ...reasoning, id: undefined }, call, output] }],
    [{ tools: [custom(), tool("f")], tool_choice: { type: "custom", name: "c" } }],
    [{ input: [user, reasoning, { ...customCall, id: itemId("ctc", "x", id) }, customOutput] }],
    [{ input: [user, { ...answer, id: "msg_made_elsewhere" }, user] }],
    [
      {
        input: [
          user,
          call,
          { ...call, call_id: "call_2" },
          output,
          { ...output, call_id: "call_2", output: [{ type: "input_text", text: "2" }] },
        ],
      },
    ],
    [{ model: "gpt-5.4", temperature: 0.2, top_p: 0.5 }],
    [{ model: "gpt-4o", temperature: 0.2, include: ["message.output_text.logprobs"], top_logprobs: 2 }],
    [{ input: "As JSON", text: { format: { type: "json_object" } } }],
  ])("but not for %j", (fields) => {
    expect(requestProblem(body(fields), "openai")).toBeUndefined();
  });
});
