import type { ChatCall } from "../spec";
import type { Target } from "../target";
import { openAiCompatible } from "./adapter";

const { chat } = openAiCompatible;
const target = (sampling?: string): Target => ({
  provider: "p",
  baseUrl: "https://p.test/v1",
  model: "m",
  ...(sampling === undefined ? {} : { quirks: { sampling } }),
});
const sampled: ChatCall = {
  messages: [{ role: "user", content: "hi" }],
  temperature: 0.2,
  topP: 0.9,
  presencePenalty: 1,
  frequencyPenalty: -1,
  logprobs: true,
  topLogprobs: 2,
};
const FIELDS = ["temperature", "topP", "presencePenalty", "frequencyPenalty", "logprobs", "topLogprobs"];
const WIRE = ["temperature", "top_p", "presence_penalty", "frequency_penalty", "logprobs", "top_logprobs"];

const sent = (call: ChatCall, to: Target): string[] =>
  Object.keys(JSON.parse(chat?.toRequest(call, to, false).body ?? "") as object).filter((field) =>
    WIRE.includes(field),
  );

describe("sampling parameters", () => {
  test.each([
    ["always", "high", true],
    [undefined, "high", true],
    ["without_reasoning", undefined, true],
    ["without_reasoning", "none", true],
    ["without_reasoning", "low", false],
    ["reasoning_off", undefined, false],
    ["reasoning_off", "low", false],
    ["reasoning_off", "none", true],
    ["never", undefined, false],
    ["never", "none", false],
  ])("with sampling %s and effort %s are supported: %s", (sampling, reasoningEffort, taken) => {
    const call: ChatCall = { ...sampled, ...(reasoningEffort === undefined ? {} : { reasoningEffort }) };
    expect(chat?.unsupported(call, target(sampling))).toEqual(taken ? [] : FIELDS);
    expect(sent(call, target(sampling))).toEqual(taken ? WIRE : []);
  });

  test("with default values never cause a rejection, and are not sent to providers that reject them", () => {
    const call: ChatCall = {
      ...sampled,
      temperature: 1,
      topP: 1,
      presencePenalty: 0,
      frequencyPenalty: 0,
      logprobs: false,
      topLogprobs: 0,
    };
    expect(chat?.unsupported(call, target("never"))).toEqual([]);
    expect(sent(call, target("never"))).toEqual([]);
  });
});

describe("fields a provider lacks", () => {
  const lacking: Target = {
    provider: "p",
    baseUrl: "https://p.test/v1",
    model: "m",
    quirks: { lacks: ["seed", "stop", "presence_penalty", "logit_bias", "user"] },
  };
  const call: ChatCall = {
    messages: sampled.messages,
    seed: 0,
    stop: ["a"],
    presencePenalty: 1,
    frequencyPenalty: 1,
    logitBias: { 7: 1 },
    user: "u",
  };

  test("are reported if requested, except the user's id", () => {
    expect(chat?.unsupported(call, lacking)).toEqual(["seed", "stop", "presencePenalty", "logitBias"]);
    expect(chat?.unsupported(call, target())).toEqual([]);
  });

  test("are not reported if they ask for nothing", () => {
    expect(
      chat?.unsupported({ messages: sampled.messages, stop: [], presencePenalty: 0, logitBias: {} }, lacking),
    ).toEqual([]);
  });

  test("a length of the answer is left out where it is no setting, and told unless it is the usual one", () => {
    const verbose = { ...target(), quirks: { verbosity: true } };
    const brief = { messages: sampled.messages, verbosity: "low" };
    expect(chat?.unsupported(brief, target())).toEqual(["verbosity"]);
    expect(chat?.unsupported({ ...brief, verbosity: "medium" }, target())).toEqual([]);
    expect(chat?.unsupported(brief, verbose)).toEqual([]);
    expect(JSON.parse(chat?.toRequest(brief, target(), false).body ?? "")).not.toHaveProperty("verbosity");
    expect(JSON.parse(chat?.toRequest(brief, verbose, false).body ?? "")).toHaveProperty("verbosity", "low");
  });

  test("parallel calls are told where they are forbidden and there is something to call", () => {
    const routed: Target = { ...lacking, quirks: { lacks: ["parallel_tool_calls"] } };
    const forbidding = { messages: sampled.messages, tools: [{ name: "f" }], parallelToolCalls: false } as const;
    expect(chat?.unsupported(forbidding, routed)).toEqual(["parallelToolCalls"]);
    expect(JSON.parse(chat?.toRequest(forbidding, routed, false).body ?? "")).not.toHaveProperty("parallel_tool_calls");
    for (const asksNothing of [{ parallelToolCalls: true }, { tools: [] }, { toolChoice: { mode: "none" } } as const])
      expect(chat?.unsupported({ ...forbidding, ...asksNothing }, routed)).toEqual([]);
  });

  test("are reported once, together with sampling parameters", () => {
    expect(chat?.unsupported(call, { ...lacking, quirks: { ...lacking.quirks, sampling: "never" } })).toEqual([
      "presencePenalty",
      "frequencyPenalty",
      "seed",
      "stop",
      "logitBias",
    ]);
  });
});

describe("more than a provider takes", () => {
  const bounded: Target = {
    provider: "p",
    baseUrl: "https://p.test/v1",
    model: "m",
    quirks: { max_stop_sequences: 4, max_tools: 2 },
  };
  const callOf = (stops: number, functions: number): ChatCall => ({
    messages: sampled.messages,
    stop: Array.from({ length: stops }, () => "a"),
    tools: Array.from({ length: functions }, (_, index) => ({ name: `f${index}` })),
  });

  test("is told with the maximum", () => {
    expect(chat?.unsupported(callOf(5, 3), bounded)).toEqual([
      { field: "stop", why: "takes at most 4 stop sequences the way it is reached here." },
      { field: "tools", why: "takes at most 2 functions the way it is reached here." },
    ]);
    expect(JSON.parse(chat?.toRequest(callOf(5, 2), bounded, false).body ?? "")).not.toHaveProperty("stop");
  });

  test("is not as many as that, nor what a provider without a maximum is asked for", () => {
    expect(chat?.unsupported(callOf(4, 2), bounded)).toEqual([]);
    expect(JSON.parse(chat?.toRequest(callOf(4, 2), bounded, false).body ?? "")).toMatchObject({
      stop: ["a", "a", "a", "a"],
    });
    expect(chat?.unsupported(callOf(16, 512), target())).toEqual([]);
  });
});

test("the beginning of an answer is told where the provider refuses it", () => {
  const begun: ChatCall = { messages: [...sampled.messages, { role: "assistant", content: "One," }] };
  const to = (assistant_prefix: string): Target => ({
    provider: "p",
    baseUrl: "https://p.test/v1",
    model: "m",
    quirks: { assistant_prefix },
  });
  expect(chat?.unsupported(begun, to("refused"))).toEqual([expect.objectContaining({ field: "messages" })]);
  for (const prefix of ["plain", "flagged"]) expect(chat?.unsupported(begun, to(prefix))).toEqual([]);
  expect(chat?.unsupported({ messages: sampled.messages }, to("refused"))).toEqual([]);
});

test("an image's address is told where the provider fetches none", () => {
  const fetching = (image_urls: boolean): Target => ({ ...target(), quirks: { image_urls } });
  const seeing = (url: string): ChatCall => ({ messages: [{ role: "user", content: [{ type: "image", url }] }] });
  expect(chat?.unsupported(seeing("https://a.test/a.png"), fetching(false))).toEqual([
    { field: "messages", why: "accepts images only as data: URLs." },
  ]);
  expect(chat?.unsupported(seeing("data:image/png;base64,AA=="), fetching(false))).toEqual([]);
  expect(chat?.unsupported(seeing("https://a.test/a.png"), fetching(true))).toEqual([]);
  expect(chat?.unsupported(seeing("https://a.test/a.png"), target())).toEqual([]);
});

test("an effort is reported if the answer leaves no room for it, with the reason", () => {
  const routed: Target = {
    provider: "p",
    baseUrl: "https://p.test/v1",
    model: "m",
    quirks: { reasoning_from_max_tokens: 2_048 },
  };
  const call = (rest: Partial<ChatCall>): ChatCall => ({ messages: sampled.messages, reasoningEffort: "low", ...rest });
  expect(chat?.unsupported(call({ maxTokens: 2_047 }), routed)).toEqual([
    { field: "reasoningEffort", why: "needs a max_tokens of 2048 or more to reason." },
  ]);
  for (const fits of [call({ maxTokens: 2_048 }), call({}), call({ maxTokens: 5, reasoningEffort: "none" })])
    expect(chat?.unsupported(fits, routed)).toEqual([]);
});

/** What is sent of an effort and of functions, and what is reported as unsupported. */
const asked = (quirks: Record<string, unknown>, fields: Partial<ChatCall>): unknown => {
  const to: Target = { provider: "p", baseUrl: "https://p.test/v1", model: "m", quirks };
  const call: ChatCall = { messages: sampled.messages, ...fields };
  const body = JSON.parse(chat?.toRequest(call, to, false).body ?? "") as Record<string, unknown>;
  const lacked = chat?.unsupported(call, to).map((one) => (typeof one === "string" ? one : one.field));
  return [
    body["reasoning_effort"],
    Object.keys(body).filter((name) => ["tools", "response_format", "temperature"].includes(name)),
    lacked,
  ];
};

const TOOLS = [{ name: "f" }];
const JSON_OBJECT = { type: "json_object" } as const;

describe("an effort", () => {
  test.each([
    [["none", "high"], "low", "high", []],
    [["none", "high"], "max", "high", ["reasoning_effort.level"]],
    [["low", "medium", "high"], "minimal", "low", []],
    [["low", "medium", "high"], "xhigh", "high", ["reasoning_effort.level"]],
    [["none", "minimal", "high"], "medium", "minimal", []],
    [["none"], "low", "low", []],
    [["low"], "odd", "odd", []],
    [undefined, "max", "max", []],
  ])("of those in %j is, for %s, %s; the loss is %j", (known, effort, sentEffort, loss) => {
    expect(asked(known === undefined ? {} : { reasoning_efforts: known }, { reasoningEffort: effort })).toEqual([
      sentEffort,
      [],
      loss,
    ]);
  });

  test("of none is sent only to models that know it", () => {
    expect(asked({ reasoning_efforts: ["low"] }, { reasoningEffort: "none" })).toEqual([
      undefined,
      [],
      ["reasoningEffort"],
    ]);
    expect(asked({ reasoning_efforts: ["none", "low"] }, { reasoningEffort: "none" })).toEqual(["none", [], []]);
  });
});

test.each<[boolean, Partial<ChatCall>, unknown]>([
  [true, { reasoningSummary: true }, [undefined, [], []]],
  [false, { reasoningSummary: true }, [undefined, [], ["reasoning.summary"]]],
  [false, { reasoningSummary: true, reasoningEffort: "none" }, ["none", [], []]],
  [false, {}, [undefined, [], []]],
])("reasoning told in words: %s, of a call with %j", (tells, fields, due) => {
  expect(asked({ reasoning_summary: tells }, fields)).toEqual(due);
});

describe("functions", () => {
  // From OpenAI's deployment checklist for GPT-5.4, GPT-6 and GPT-6.1 Sol (2026-11-23), and a run against the live API
  // (https://github.com/BerriAI/litellm/pull/34569).
  test.each<[string, Partial<ChatCall>, unknown]>([
    ["always", { tools: TOOLS, reasoningEffort: "low" }, ["low", ["tools"], []]],
    ["without_reasoning", { tools: TOOLS }, [undefined, ["tools"], []]],
    ["without_reasoning", { tools: TOOLS, reasoningEffort: "none" }, [undefined, ["tools"], []]],
    ["without_reasoning", { tools: TOOLS, reasoningEffort: "low" }, [undefined, ["tools"], ["reasoningEffort"]]],
    ["without_reasoning", { tools: [], reasoningEffort: "low" }, ["low", [], []]],
    ["reasoning_off", { tools: TOOLS }, ["none", ["tools"], ["reasoning_effort.default"]]],
    ["reasoning_off", { tools: TOOLS, reasoningEffort: "none" }, ["none", ["tools"], []]],
    ["reasoning_off", { tools: TOOLS, reasoningEffort: "low" }, ["none", ["tools"], ["reasoningEffort"]]],
    ["reasoning_off", {}, [undefined, [], []]],
    ["never", { tools: TOOLS, reasoningEffort: "low" }, ["low", [], ["tools"]]],
    ["never", { tools: [] }, [undefined, [], []]],
  ])("with tools: %s and %j", (tools, fields, due) => {
    expect(asked({ tools }, fields)).toEqual(due);
  });

  test("that turn reasoning off allow sampling parameters", () => {
    expect(asked({ tools: "reasoning_off", sampling: "reasoning_off" }, { tools: TOOLS, temperature: 0.2 })).toEqual([
      "none",
      ["temperature", "tools"],
      ["reasoning_effort.default"],
    ]);
  });

  test("exclude a JSON format if the provider says so, unless they may not be called", () => {
    const quirks = { json_with_tools: false };
    expect(asked(quirks, { tools: TOOLS, responseFormat: JSON_OBJECT })).toEqual([
      undefined,
      ["tools"],
      ["responseFormat"],
    ]);
    expect(asked(quirks, { tools: TOOLS, responseFormat: JSON_OBJECT, toolChoice: { mode: "required" } })).toEqual([
      undefined,
      ["tools"],
      [],
    ]);
    expect(asked(quirks, { tools: TOOLS, responseFormat: JSON_OBJECT, toolChoice: { mode: "none" } })).toEqual([
      undefined,
      ["response_format"],
      [],
    ]);
    expect(asked(quirks, { tools: TOOLS, responseFormat: { type: "text" } })).toEqual([
      undefined,
      ["response_format", "tools"],
      [],
    ]);
    expect(asked({}, { tools: TOOLS, responseFormat: JSON_OBJECT })).toEqual([
      undefined,
      ["response_format", "tools"],
      [],
    ]);
  });
});

// The sentences of DeepSeek's and Qwen's refusals: "Thinking mode does not support this tool_choice", and "The tool_choice
// parameter does not support being set to required or object in thinking mode".
describe("a call that must be answered with a function", () => {
  const FORCED = { tools: TOOLS, toolChoice: { mode: "required" } } as const;
  const choiceOf = (quirks: Record<string, unknown>, fields: Partial<ChatCall>): unknown => {
    const to: Target = { provider: "p", baseUrl: "https://p.test/v1", model: "m", quirks };
    const call: ChatCall = { messages: sampled.messages, ...fields };
    return (JSON.parse(chat?.toRequest(call, to, false).body ?? "") as Record<string, unknown>)["tool_choice"];
  };

  test.each<[string, Partial<ChatCall>, unknown]>([
    ["always", { ...FORCED, reasoningEffort: "low" }, ["low", ["tools"], []]],
    ["reasoning_off", FORCED, ["none", ["tools"], ["reasoning_effort.default"]]],
    [
      "reasoning_off",
      { ...FORCED, toolChoice: { mode: "function", name: "f" } },
      ["none", ["tools"], ["reasoning_effort.default"]],
    ],
    ["reasoning_off", { ...FORCED, reasoningEffort: "none" }, ["none", ["tools"], []]],
    ["reasoning_off", { ...FORCED, reasoningEffort: "low" }, ["none", ["tools"], ["reasoningEffort"]]],
    ["reasoning_off", { tools: TOOLS, reasoningEffort: "low" }, ["low", ["tools"], []]],
    ["reasoning_off", { ...FORCED, toolChoice: { mode: "auto" } }, [undefined, ["tools"], []]],
    ["unnamed", { ...FORCED, reasoningEffort: "low" }, ["low", ["tools"], []]],
    ["unnamed", { ...FORCED, toolChoice: { mode: "function", name: "f" } }, [undefined, ["tools"], []]],
    ["never", FORCED, [undefined, ["tools"], ["toolChoice"]]],
    ["never", { ...FORCED, toolChoice: { mode: "none" } }, [undefined, ["tools"], []]],
  ])("with forced_tools: %s and %j", (forcedTools, fields, due) => {
    expect(asked({ forced_tools: forcedTools }, fields)).toEqual(due);
  });

  test("is left to the model where the provider can't force one", () => {
    expect(choiceOf({ forced_tools: "never" }, FORCED)).toBeUndefined();
    expect(choiceOf({ forced_tools: "reasoning_off" }, FORCED)).toBe("required");
    expect(choiceOf({ forced_tools: "never" }, { ...FORCED, toolChoice: { mode: "none" } })).toBe("none");
  });

  // "tool_choice 'specified' is incompatible with thinking enabled": https://platform.kimi.ai/docs/guide/use-tool-choice
  test("by its name is the only one there is, where the provider forces none by name", () => {
    const sent = (toolChoice: ChatCall["toolChoice"]): unknown => {
      const to: Target = { ...target(), quirks: { forced_tools: "unnamed" } };
      const call: ChatCall = { messages: sampled.messages, tools: [{ name: "f" }, { name: "g" }], toolChoice };
      const { tools, tool_choice } = JSON.parse(chat?.toRequest(call, to, false).body ?? "") as Record<string, unknown>;
      return [(tools as { function: { name: string } }[]).map((tool) => tool.function.name), tool_choice];
    };
    expect(sent({ mode: "function", name: "g" })).toEqual([["g"], "required"]);
    expect(sent({ mode: "required" })).toEqual([["f", "g"], "required"]);
    expect(sent({ mode: "auto" })).toEqual([["f", "g"], "auto"]);
  });
});

describe("a JSON format that the provider does not take", () => {
  const JSON_SCHEMA = { type: "json_schema", name: "n", schema: {} } as const;

  test.each<[readonly string[], Partial<ChatCall>, unknown]>([
    [["json_object"], { responseFormat: JSON_OBJECT }, [undefined, ["response_format"], []]],
    [["json_object"], { responseFormat: JSON_SCHEMA }, [undefined, [], ["responseFormat"]]],
    [[], { responseFormat: JSON_OBJECT }, [undefined, [], ["responseFormat"]]],
    [[], { responseFormat: { type: "text" } }, [undefined, ["response_format"], []]],
    [[], { responseFormat: JSON_OBJECT, tools: TOOLS, toolChoice: { mode: "required" } }, [undefined, ["tools"], []]],
  ])("with response_formats: %j and %j", (formats, fields, due) => {
    expect(asked({ response_formats: formats }, fields)).toEqual(due);
  });
});
