import type { ChatCall, UnsupportedField } from "../spec";
import type { Target } from "../target";
import { unsupported } from "./unsupported";

const target = (model: string): Target => ({ provider: "p", baseUrl: "https://g.test", model });
const call = (fields: Partial<ChatCall>): ChatCall => ({ messages: [{ role: "user", content: "Hi" }], ...fields });
const pictureAt = (url: string): ChatCall["messages"][number] => ({ role: "user", content: [{ type: "image", url }] });
const tools = [{ name: "f" }];
const schema = { type: "json_schema", name: "n", schema: {} } as const;

describe("unsupported fields of Google", () => {
  const ALWAYS_REASONS = { field: "reasoningEffort", why: "can't be kept from reasoning." } as const;

  test.each<[string, Partial<ChatCall>, UnsupportedField[]]>([
    [
      "gemini-2.0-flash",
      { messages: [pictureAt("https://p.test/a.png")] },
      [{ field: "messages", why: "accepts images only as data: URLs." }],
    ],
    ["gemini-2.5-flash", { logitBias: { "1": 5 } }, ["logitBias"]],
    ["gemini-2.5-flash", { parallelToolCalls: false, tools }, ["parallelToolCalls"]],
    ["gemini-2.5-flash", { presencePenalty: 0.1, frequencyPenalty: -1 }, ["presencePenalty", "frequencyPenalty"]],
    ["gemini-3.5-flash-lite", { temperature: 0.2, topP: 0.5 }, ["temperature", "topP"]],
    ["gemini-2.5-flash", { logprobs: true, topLogprobs: 2 }, ["logprobs", "topLogprobs"]],
    ["gemini-3.5-flash", { reasoningEffort: "none" }, [ALWAYS_REASONS]],
    ["gemini-2.5-pro", { reasoningEffort: "none" }, [ALWAYS_REASONS]],
    ["gemini-2.0-flash", { reasoningEffort: "low" }, ["reasoningEffort"]],
    ["gemini-3.5-flash", { reasoningEffort: "somewhat" }, ["reasoningEffort"]],
  ])("%s: %j", (model, fields, due) => {
    expect(unsupported(call(fields), target(model))).toEqual(due);
  });

  test.each<[string, Partial<ChatCall>, boolean]>([
    ["gemini-2.5-flash", { responseFormat: schema, tools }, true],
    ["gemini-2.5-flash", { responseFormat: { type: "json_object" }, tools }, true],
    ["gemini-3.5-flash", { responseFormat: schema, tools }, false],
    // The answer is a call, whatever the format: the Agents SDK and Instructor send both.
    ["gemini-2.5-flash", { responseFormat: schema, tools, toolChoice: { mode: "required" } }, false],
    ["gemini-3.5-flash", { responseFormat: schema, tools, toolChoice: { mode: "function", name: "f" } }, false],
  ])("%s: a format beside functions, %j: %s", (model, fields, lacks) => {
    const why = "does not support a JSON format together with functions.";
    expect(unsupported(call(fields), target(model))).toEqual(lacks ? [{ field: "responseFormat", why }] : []);
  });

  test("more than five stop sequences, with the maximum", () => {
    const stops = (count: number) =>
      unsupported(call({ stop: Array.from({ length: count }, () => "a") }), target("gemini-3.5-flash"));
    expect(stops(6)).toEqual([{ field: "stop", why: "takes at most 5 stop sequences." }]);
    expect(stops(5)).toEqual([]);
  });

  test.each([
    ["gemini-2.5-flash", false],
    ["gemini-3.5-flash", false],
    ["gemini-3.1-flash-lite", false],
    ["gemini-3.1-pro-preview", false],
    ["gemini-3.5-flash-lite", true],
    ["gemini-3.6-flash", true],
    ["gemini-3.8-flash", true],
  ])("%s refuses a last message of the assistant's: %s", (model, refuses) => {
    const begun = call({
      messages: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: "One," },
      ],
    });
    expect(unsupported(begun, target(model))).toEqual(refuses ? [expect.objectContaining({ field: "messages" })] : []);
  });

  test.each<[string, Partial<ChatCall>]>([
    [
      "gemini-2.5-flash",
      {
        temperature: 1,
        topP: 0.5,
        maxTokens: 5,
        stop: ["a"],
        seed: 1,
        user: "u",
        logitBias: { "1": 0 },
        presencePenalty: 0,
        frequencyPenalty: 0,
        logprobs: false,
        topLogprobs: 0,
        parallelToolCalls: true,
        tools,
        toolChoice: { mode: "required" },
        responseFormat: { type: "text" },
        reasoningEffort: "none",
      },
    ],
    ["gemini-2.0-flash", { messages: [pictureAt("data:image/png;base64,AAAA")] }],
    ["gemini-2.5-flash", { messages: [pictureAt("https://p.test/a.png")] }],
    ["gemini-2.5-flash", { parallelToolCalls: false }],
    ["gemini-3.5-flash-lite", { temperature: 1, topP: 1 }],
    ["gemini-2.5-flash", { parallelToolCalls: false, responseFormat: schema, tools, toolChoice: { mode: "none" } }],
    [
      "gemini-2.0-flash",
      { presencePenalty: 1, frequencyPenalty: 1, logprobs: true, topLogprobs: 20, reasoningEffort: "none" },
    ],
    ["gemini-3.5-flash", { responseFormat: schema, tools, reasoningEffort: "minimal" }],
  ])("exclude those that are supported, or change nothing: %s", (model, fields) => {
    expect(unsupported(call(fields), target(model))).toEqual([]);
  });
});
