import type { ChatCall } from "../spec";
import { unsupported } from "./unsupported";

const lacksOf = (call: Partial<ChatCall>, quirks: Record<string, unknown> = {}) =>
  unsupported(
    { messages: [{ role: "user", content: "Hi" }], ...call },
    { provider: "p", baseUrl: "https://p.test/v1", model: "m", quirks },
  ).map((lack) => (typeof lack === "string" ? lack : lack.field));

test.each<[Partial<ChatCall>, Record<string, unknown>, string[]]>([
  [{}, {}, []],
  [
    { stop: ["a"], seed: 0, presencePenalty: 1, frequencyPenalty: 1, logitBias: { 1: 1 } },
    {},
    ["stop", "seed", "presencePenalty", "frequencyPenalty", "logitBias"],
  ],
  [{ stop: [], presencePenalty: 0, frequencyPenalty: 0, logitBias: {}, user: "u" }, {}, []],
  [
    { temperature: 0.5, topP: 0.5, logprobs: true, topLogprobs: 1, tools: [{ name: "f" }], reasoningEffort: "max" },
    {},
    [],
  ],
  [
    { temperature: 0.5, topP: 0.5, logprobs: true, topLogprobs: 1 },
    { sampling: "never" },
    ["temperature", "topP", "logprobs", "topLogprobs"],
  ],
  [{ temperature: 1, topP: 1, logprobs: false, topLogprobs: 0 }, { sampling: "never" }, []],
  [{ temperature: 0.5, reasoningEffort: "low" }, { sampling: "without_reasoning" }, ["temperature"]],
  [{ temperature: 0.5 }, { sampling: "without_reasoning" }, []],
  [{ reasoningEffort: "none" }, { reasoning_efforts: ["low"] }, ["reasoningEffort"]],
  [{ reasoningEffort: "none" }, { reasoning_efforts: [] }, []],
  [{ reasoningEffort: "low" }, { reasoning_efforts: [] }, ["reasoningEffort"]],
  [{ reasoningEffort: "minimal" }, { reasoning_efforts: ["low"] }, []],
  [{ reasoningEffort: "xhigh" }, { reasoning_efforts: ["low"] }, ["reasoning_effort.level"]],
  [{ maxTokens: 15 }, {}, ["maxTokens"]],
  [{ maxTokens: 16 }, {}, []],
  [{ verbosity: "low" }, {}, ["verbosity"]],
  [{ verbosity: "medium" }, {}, []],
  [{ verbosity: "low" }, { verbosity: true }, []],
  [{ messages: [{ role: "user", name: "ann", content: "Hi" }] }, {}, ["messages.name"]],
  [{ reasoningSummary: true }, {}, []],
  [{ reasoningSummary: true }, { reasoning_summary: false }, ["reasoning.summary"]],
  [{ reasoningSummary: true }, { reasoning_efforts: [] }, ["reasoning.summary"]],
  [{ reasoningSummary: true, reasoningEffort: "none" }, { reasoning_summary: false }, []],
])("of a call with %j, with %j", (call, quirks, fields) => {
  expect(lacksOf(call, quirks)).toEqual(fields);
});
