import type { ChatCall } from "../spec";
import { unsupported } from "./unsupported";

const of = (call: Partial<ChatCall>, model = "claude-haiku-4-5", quirks: Record<string, unknown> = {}) =>
  unsupported(
    { messages: [{ role: "user", content: "Hi" }], ...call },
    { provider: "p", baseUrl: "https://p.test", model, quirks },
  );

describe("unsupported fields", () => {
  test("are those the protocol does not have", () => {
    expect(
      of({
        seed: 0,
        presencePenalty: 1,
        frequencyPenalty: -1,
        logprobs: true,
        topLogprobs: 3,
        logitBias: { 7: 1 },
        stop: ["END", "\n\n"],
      }),
    ).toEqual(["seed", "presencePenalty", "frequencyPenalty", "logprobs", "topLogprobs", "logitBias", "stop"]);
  });

  test("exclude those that change nothing, or are only written differently", () => {
    expect(
      of({
        presencePenalty: 0,
        frequencyPenalty: 0,
        logprobs: false,
        topLogprobs: 0,
        logitBias: {},
        stop: ["END"],
        temperature: 1.5,
        topP: 1,
        user: "u",
        maxTokens: 2_048,
        reasoningEffort: "minimal",
        parallelToolCalls: false,
        responseFormat: { type: "json_object" },
        tools: [{ name: "f" }],
        toolChoice: { mode: "required" },
      }),
    ).toEqual([]);
  });

  test.each([
    ["both of two", { temperature: 0.2, topP: 0.5 }, "claude-sonnet-4-6", ["topP"]],
    ["both of two, to an older model", { temperature: 0.2, topP: 0.5 }, "claude-3-haiku-20240307", []],
    ["any, to the newest", { temperature: 0.2, topP: 0.5 }, "claude-opus-4-8", ["temperature", "topP"]],
    ["the default, to the newest", { temperature: 1, topP: 1 }, "claude-opus-4-8", []],
    [
      "a temperature beside thinking",
      { temperature: 0.2, reasoningEffort: "high" },
      "claude-haiku-4-5",
      ["temperature"],
    ],
  ])("sampling: %s", (_, call, model, expected) => {
    expect(of(call, model)).toEqual(expected);
  });

  test.each([
    ["high", "claude-3-opus-20240229", ["reasoningEffort"]],
    ["none", "claude-3-opus-20240229", []],
    ["none", "claude-sonnet-5-5", []],
    ["none", "claude-fable-5-2", [{ field: "reasoningEffort", why: "can't be kept from reasoning." }]],
    ["max", "claude-haiku-4-5", []],
    ["enormous", "claude-opus-5", ["reasoningEffort"]],
  ])("effort %s of %s", (reasoningEffort, model, expected) => {
    expect(of({ reasoningEffort }, model)).toEqual(expected);
  });

  test("include an effort if thinking has a budget and the answer leaves no room for it, with the reason, since more room would help", () => {
    expect(of({ reasoningEffort: "low", maxTokens: 2_047 })).toEqual([
      { field: "reasoningEffort", why: "needs a max_tokens of 2048 or more to reason." },
    ]);
    expect(of({ reasoningEffort: "low", maxTokens: 2_048 })).toEqual([]);
    expect(of({ reasoningEffort: "low" }, "claude-haiku-4-5", { default_max_tokens: 1_000 })).toMatchObject([
      { field: "reasoningEffort" },
    ]);
    expect(of({ reasoningEffort: "none", maxTokens: 5 })).toEqual([]);
    expect(of({ reasoningEffort: "low", maxTokens: 5 }, "claude-opus-5-5")).toEqual([]);
  });

  test("include that a schema is enforced, where neither a grammar nor a tool can", () => {
    const node = { type: "object", properties: { next: { $ref: "#" } } };
    const format = (strict?: boolean): Partial<ChatCall> => ({
      responseFormat: { type: "json_schema", name: "n", schema: node, ...(strict === undefined ? {} : { strict }) },
    });
    const inWords = ["response_format.json_schema.strict"];
    expect(of(format(true), "claude-opus-5-5")).toEqual(inWords);
    expect(of(format(false), "claude-opus-5-5")).toEqual(inWords);
    expect(of(format(), "claude-opus-5-5")).toEqual(inWords);
    expect(of({ responseFormat: { type: "json_object" } }, "claude-opus-5-5")).toEqual([]);
    expect(of(format(true), "claude-haiku-4-5")).toEqual([]);
    const wide = {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 25 }, (_unused, index) => [`p${index}`, { type: "string" }])),
    };
    const wideFormat = (strict: boolean): Partial<ChatCall> => ({
      responseFormat: { type: "json_schema", name: "n", schema: wide, strict },
    });
    expect([
      of(wideFormat(true), "claude-opus-5-5"),
      of(wideFormat(false), "claude-opus-5-5"),
      of(wideFormat(true), "claude-haiku-4-5"),
    ]).toEqual([inWords, inWords, []]);
    expect(
      of(
        {
          responseFormat: {
            type: "json_schema",
            name: "n",
            schema: { type: "object", properties: { a: { type: "string" } } },
            strict: true,
          },
        },
        "claude-opus-5-5",
      ),
    ).toEqual([]);
  });

  test("is a last message of the assistant's from Claude 4.6 on, unless the catalog knows better", () => {
    const refused = [
      {
        field: "messages",
        why: "does not support assistant message prefill: the last message may not be the assistant's.",
      },
    ];
    const asked = { role: "user", content: "Hi" } as const;
    const begun: ChatCall["messages"] = [asked, { role: "assistant", content: "One," }];
    expect(
      ["claude-3-haiku-20240307", "claude-haiku-4-5", "claude-opus-4-5"].map((model) => of({ messages: begun }, model)),
    ).toEqual([[], [], []]);
    for (const model of [
      "claude-opus-4-6",
      "claude-sonnet-4-6",
      "claude-sonnet-5",
      "claude-haiku-5-5",
      "claude-fable-5-2",
    ])
      expect(of({ messages: begun }, model)).toEqual(refused);
    expect(of({ messages: begun }, "claude-opus-5-5", { assistant_prefix: true })).toEqual([]);
    // What is sent ends with the assistant all the same.
    expect(of({ messages: [...begun, { role: "system", content: "Be brief." }] }, "claude-opus-5-5")).toEqual(refused);
    const called = { role: "assistant", content: "", toolCalls: [{ id: "a", name: "f", arguments: "{}" }] } as const;
    for (const last of [[asked], [called, { role: "tool", content: "7", toolCallId: "a" }]] as const)
      expect(of({ messages: [...begun, ...last] }, "claude-opus-5-5")).toEqual([]);
    expect(of({ messages: [asked, { role: "assistant", content: " " }] }, "claude-opus-5-5")).toEqual([]);
  });

  test("include a forced tool if the model rejects that, unless the catalog says otherwise", () => {
    const call: Partial<ChatCall> = { tools: [{ name: "f" }], toolChoice: { mode: "function", name: "f" } };
    expect(of(call, "claude-opus-5-5")).toEqual(["toolChoice"]);
    expect(of(call, "claude-opus-5-5", { forced_tools: true })).toEqual([]);
    expect(of({ ...call, toolChoice: { mode: "none" } }, "claude-opus-5-5")).toEqual([]);
  });
});
