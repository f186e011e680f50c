import type { ChatCall } from "../spec";
import type { SdkLanguageModel } from "./model-types";
import { toOptions, unspoken } from "./to-options";

const model = (specificationVersion: "v3" | "v4"): SdkLanguageModel => ({ specificationVersion }) as SdkLanguageModel;
const optionsOf = (call: Partial<ChatCall>, version: "v3" | "v4" = "v4"): object => {
  const { prompt: _, ...options } = toOptions({ messages: [], ...call }, model(version), {});
  return options;
};

const TOOLS = [{ name: "look" }];
const tool = { type: "function", name: "look", inputSchema: { type: "object", properties: {} } };
const schema = { type: "object" };

test.each<[Partial<ChatCall>, object]>([
  [{}, {}],
  [
    { maxTokens: 1, temperature: 0, topP: 0, seed: 0, stop: ["a"], presencePenalty: 1, frequencyPenalty: -1 },
    {
      maxOutputTokens: 1,
      temperature: 0,
      topP: 0,
      seed: 0,
      stopSequences: ["a"],
      presencePenalty: 1,
      frequencyPenalty: -1,
    },
  ],
  [{ stop: [], presencePenalty: 0, frequencyPenalty: 0 }, {}],
  [{ tools: TOOLS }, { tools: [tool] }],
  [
    { tools: [{ name: "look", description: "d", strict: true, parameters: schema }] },
    { tools: [{ type: "function", name: "look", description: "d", strict: true, inputSchema: schema }] },
  ],
  [
    { tools: TOOLS, toolChoice: { mode: "none" } },
    { tools: [tool], toolChoice: { type: "none" } },
  ],
  [
    { tools: TOOLS, toolChoice: { mode: "function", name: "look" } },
    { tools: [tool], toolChoice: { type: "tool", toolName: "look" } },
  ],
  [{ tools: [], toolChoice: { mode: "none" } }, {}],
  [{ responseFormat: { type: "text" } }, {}],
  [{ responseFormat: { type: "json_object" } }, { responseFormat: { type: "json" } }],
  [
    { responseFormat: { type: "json_schema", name: "n", schema } },
    { responseFormat: { type: "json", name: "n", schema } },
  ],
  [
    { responseFormat: { type: "json_schema", name: "n", description: "d", schema } },
    { responseFormat: { type: "json", name: "n", description: "d", schema } },
  ],
  [{ reasoningEffort: "low" }, { reasoning: "low" }],
  [{ reasoningEffort: "whatever" }, {}],
])("%j goes to a package as %j", (call, options) => {
  expect(optionsOf(call)).toEqual(options);
});

test("an effort does not go to a package of the older interface", () => {
  expect(optionsOf({ reasoningEffort: "low" }, "v3")).toEqual({});
});

test.each<[Partial<ChatCall>, string[]]>([
  [{}, []],
  [{ parallelToolCalls: false, tools: TOOLS }, ["parallelToolCalls"]],
  [{ parallelToolCalls: false }, []],
  [{ parallelToolCalls: true, tools: TOOLS }, []],
  [{ logprobs: true, topLogprobs: 1 }, ["logprobs", "topLogprobs"]],
  [{ logprobs: false, topLogprobs: 0, logitBias: {} }, []],
  [{ logitBias: { 1: 5 } }, ["logitBias"]],
  [{ reasoningEffort: "low" }, []],
  [{ reasoningEffort: "whatever" }, ["reasoningEffort"]],
])("of %j a package can't be told %j", (call, fields) => {
  expect(unspoken({ messages: [], ...call }, model("v4"))).toEqual(fields);
});

test("a package of the older interface can't be told an effort", () => {
  expect(unspoken({ messages: [], reasoningEffort: "low" }, model("v3"))).toEqual(["reasoningEffort"]);
});
