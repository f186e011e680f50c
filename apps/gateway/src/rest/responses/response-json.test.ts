import { CenoteError } from "@cenote/core";
import { sampleInfo, sampleUsage } from "../../testing/samples";
import type { ResponsesBody } from "./body";
import { createResponseWriter, type Outcome } from "./response-json";

const facts = {
  requestId: "req_0123456789abcdef01234567",
  created: 1_790_000_000n,
  model: "openai/gpt-4o-mini",
  info: sampleInfo,
};
const written = (body: Partial<ResponsesBody>, outcome: Outcome, items = ""): unknown =>
  JSON.parse(createResponseWriter({ model: facts.model, input: "hi", ...body }, facts)(outcome, items));

const bare = {
  id: "resp_0123456789abcdef01234567",
  object: "response",
  created_at: 1_790_000_000,
  model: facts.model,
  status: "in_progress",
  error: null,
  incomplete_details: null,
  output: [],
  usage: null,
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: false,
  temperature: null,
  text: { format: { type: "text" } },
  tool_choice: "auto",
  tools: [],
  top_logprobs: 0,
  top_p: null,
  truncation: "disabled",
  user: null,
  completed_at: null,
  frequency_penalty: 0,
  presence_penalty: 0,
};

describe("a response", () => {
  it("has every member that OpenAI's clients read, also for a minimal request", () => {
    expect(written({}, { status: "in_progress" })).toEqual(bare);
  });

  it("is as it was first given, byte by byte, where it was stored before OpenRouter's members were", () => {
    const write = createResponseWriter(
      { model: facts.model, input: "hi" },
      { ...facts, info: { ...sampleInfo, edition: undefined } },
    );
    expect(write({ status: "completed", usage: sampleUsage }, "")).toBe(
      `{"id":"resp_0123456789abcdef01234567","object":"response","created_at":1790000000,"model":"openai/gpt-4o-mini"` +
        `,"status":"completed","error":null,"incomplete_details":null,"output":[],"usage":{"input_tokens":9` +
        `,"input_tokens_details":{"cached_tokens":4,"cache_write_tokens":0},"output_tokens":3` +
        `,"output_tokens_details":{"reasoning_tokens":1},"total_tokens":12,"cost_usd":0.00000315,"cost_mxn":0.000063}` +
        `,"instructions":null,"max_output_tokens":null,"metadata":{},"parallel_tool_calls":true` +
        `,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":false,"temperature":null` +
        `,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_logprobs":0,"top_p":null` +
        `,"truncation":"disabled","user":null}`,
    );
  });

  it("repeats the settings of its request", () => {
    const settings: Partial<ResponsesBody> = {
      instructions: "Be brief.",
      max_output_tokens: 50,
      metadata: { order: "4711" },
      parallel_tool_calls: false,
      temperature: 0,
      top_logprobs: 2,
      top_p: 0.5,
      user: "u",
      text: { format: { type: "json_object" }, verbosity: "low" },
      tool_choice: "required",
    };
    const tools = [
      { type: "function" as const, name: "now" },
      { type: "function" as const, name: "look", description: "d", parameters: { type: "object" }, strict: true },
    ];
    expect(written({ ...settings, reasoning: { effort: "low" }, tools }, { status: "in_progress" })).toEqual({
      ...bare,
      ...settings,
      reasoning: { effort: "low", summary: null },
      tools: [{ type: "function", name: "now", description: null, parameters: null, strict: null }, tools[1]],
    });
  });

  it("has its usage, the reason if it is incomplete, and one of OpenAI's codes if it failed", () => {
    expect(
      written({}, { status: "incomplete", incompleteReason: "max_output_tokens", usage: sampleUsage }, "{},{}"),
    ).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [{}, {}],
      usage: { total_tokens: sampleUsage.totalTokens },
    });
    expect(written({}, { status: "failed", error: new CenoteError("rate_limit_exceeded", "Slow.") })).toMatchObject({
      error: { code: "rate_limit_exceeded", message: "Slow." },
    });
    expect(written({}, { status: "failed", error: new CenoteError("overloaded", "Later.") })).toMatchObject({
      error: { code: "server_error", message: "Later." },
    });
  });
});
