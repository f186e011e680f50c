import type { ChatCall, Target } from "../spec";
import { openAiCompatible } from "./adapter";

const { chat } = openAiCompatible;
const target = (sampling?: string): Target => ({ provider: "p", baseUrl: "https://p.test/v1", model: "m", ...(sampling === undefined ? {} : { quirks: { sampling } }) });
const sampled: ChatCall = {
  messages: [{ role: "user", content: "hi" }], temperature: 0.2, topP: 0.9, presencePenalty: 1, frequencyPenalty: -1, logprobs: true, topLogprobs: 2,
};
const FIELDS = ["temperature", "topP", "presencePenalty", "frequencyPenalty", "logprobs", "topLogprobs"];
const WIRE = ["temperature", "top_p", "presence_penalty", "frequency_penalty", "logprobs", "top_logprobs"];

const sent = (call: ChatCall, to: Target): string[] => Object.keys(JSON.parse(chat?.toRequest(call, to, false).body ?? "") as object).filter((field) => WIRE.includes(field));

describe("fields of sampling", () => {
  test.each([
    ["always", "high", true], [undefined, "high", true], ["without_reasoning", undefined, true], ["without_reasoning", "none", true],
    ["without_reasoning", "low", false], ["never", undefined, false], ["never", "none", false],
  ])("with sampling %s and effort %s are taken: %s", (sampling, reasoningEffort, taken) => {
    const call: ChatCall = { ...sampled, ...(reasoningEffort === undefined ? {} : { reasoningEffort }) };
    expect(chat?.unsupported(call, target(sampling))).toEqual(taken ? [] : FIELDS);
    expect(sent(call, target(sampling))).toEqual(taken ? WIRE : []);
  });

  test("that ask for the default alone are no reason to refuse a call, and are not sent to who refuses them", () => {
    const call: ChatCall = { ...sampled, temperature: 1, topP: 1, presencePenalty: 0, frequencyPenalty: 0, logprobs: false, topLogprobs: 0 };
    expect(chat?.unsupported(call, target("never"))).toEqual([]);
    expect(sent(call, target("never"))).toEqual([]);
  });
});

describe("fields a provider lacks", () => {
  const lacking: Target = { provider: "p", baseUrl: "https://p.test/v1", model: "m", quirks: { lacks: ["seed", "stop", "presence_penalty", "logit_bias", "user"] } };
  const call: ChatCall = { messages: sampled.messages, seed: 0, stop: ["a"], presencePenalty: 1, frequencyPenalty: 1, logitBias: {}, user: "u" };

  test("are told where they are asked for, but for who the user is", () => {
    expect(chat?.unsupported(call, lacking)).toEqual(["seed", "stop", "presencePenalty", "logitBias"]);
    expect(chat?.unsupported(call, target())).toEqual([]);
  });

  test("are not where they ask for nothing", () => {
    expect(chat?.unsupported({ messages: sampled.messages, stop: [], presencePenalty: 0 }, lacking)).toEqual([]);
  });

  test("are told once, together with those of sampling", () => {
    expect(chat?.unsupported(call, { ...lacking, quirks: { ...lacking.quirks, sampling: "never" } })).toEqual(["presencePenalty", "frequencyPenalty", "seed", "stop", "logitBias"]);
  });
});

test("an effort is told where the answer leaves no room for it, with the reason", () => {
  const routed: Target = { provider: "p", baseUrl: "https://p.test/v1", model: "m", quirks: { reasoning_from_max_tokens: 2_048 } };
  const call = (rest: Partial<ChatCall>): ChatCall => ({ messages: sampled.messages, reasoningEffort: "low", ...rest });
  expect(chat?.unsupported(call({ maxTokens: 2_047 }), routed)).toEqual([{ field: "reasoningEffort", why: "needs a max_tokens of 2048 or more to reason." }]);
  for (const fits of [call({ maxTokens: 2_048 }), call({}), call({ maxTokens: 5, reasoningEffort: "none" })]) expect(chat?.unsupported(fits, routed)).toEqual([]);
});
