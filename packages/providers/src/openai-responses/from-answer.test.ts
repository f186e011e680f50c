import { fromAnswer } from "./from-answer";

const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAA" };
const call = { type: "function_call", id: "fc_1", call_id: "call_1", name: "now", arguments: "" };

describe("a plain response", () => {
  test("that calls a function after it reasoned", () => {
    expect(fromAnswer({ status: "completed", output: [reasoning, call] })).toEqual({
      text: "",
      finishReason: "tool_calls",
      toolCalls: [{ id: "call_1", name: "now", arguments: "{}" }],
      reasoningDetails: [
        {
          family: "openai-responses",
          toolCallId: "call_1",
          encrypted: JSON.stringify({ id: "rs_1", summary: [], encrypted_content: "gAAA" }),
        },
      ],
    });
  });

  test("that speaks between its reasoning and its call reasoned for what it said", () => {
    const message = { type: "message", content: [{ type: "output_text", text: "I look." }] };
    expect(fromAnswer({ status: "completed", output: [reasoning, message, call] }).reasoningDetails).toEqual([
      { family: "openai-responses", encrypted: expect.any(String) as string },
    ]);
    expect(
      fromAnswer({ status: "completed", output: [reasoning, { type: "web_search_call" }, call] }).reasoningDetails,
    ).toMatchObject([{ toolCallId: "call_1" }]);
  });

  test("that was cut short called no function whole", () => {
    expect(
      fromAnswer({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [call] }),
    ).toMatchObject({ finishReason: "length" });
    expect(fromAnswer({ status: "incomplete", incomplete_details: { reason: "steered" }, output: [] })).toMatchObject({
      finishReason: "length",
    });
  });

  test("with reasoning that is not encrypted has nothing to send back", () => {
    const shown = {
      type: "reasoning",
      id: "rs_1",
      summary: [],
      content: [{ type: "reasoning_text", text: "Hm." }],
      encrypted_content: null,
    };
    expect(fromAnswer({ output: [shown, { type: "message", content: [{ type: "output_text", text: "4" }] }] })).toEqual(
      { text: "4", reasoning: "Hm.", toolCalls: [], finishReason: "stop" },
    );
  });

  test("with items and parts nobody knows passes them over", () => {
    const message = {
      type: "message",
      content: [null, { type: "hologram" }, { type: "output_text", text: "Yes" }, { type: "refusal", refusal: "" }],
    };
    expect(
      fromAnswer({
        status: "completed",
        output: [null, { type: "web_search_call" }, message, { type: "message", content: null }],
      }),
    ).toEqual({ text: "Yes", toolCalls: [], finishReason: "stop" });
  });

  test.each([
    [{ error: { message: "No credits", code: "insufficient_quota" } }, "quota"],
    [{ status: "failed", output: [], error: { code: "server_error", message: "Boom" } }, "server"],
    [{ status: "cancelled", output: [], error: null }, "server"],
    [{ status: "queued", output: [], error: null }, "server"],
    [{ detail: "busy" }, "server"],
    [{ choices: [] }, "malformed"],
    [{}, "malformed"],
    [null, "malformed"],
    ["text", "malformed"],
  ])("%j is an error", (body, kind) => {
    expect(() => fromAnswer(body)).toThrow(expect.objectContaining({ kind }));
  });
});
