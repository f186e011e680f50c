import { checkQuirks, quirksOf } from "./quirks";

const of = (model: string, quirks: Record<string, unknown> = {}) =>
  quirksOf({ provider: "p", baseUrl: "https://p.test", model, quirks });

describe("what a model supports", () => {
  test.each([
    ["claude-3-opus-20240229", { sampling: "both", thinking: "none", maxOutputTokens: 4_096 }],
    ["claude-3-5-sonnet-latest", { thinking: "none", maxOutputTokens: 8_192 }],
    ["claude-3-7-sonnet-20250219", { sampling: "both", thinking: "budget", structuredOutputs: false }],
    ["claude-opus-4-20250514", { sampling: "both", maxOutputTokens: 32_000 }],
    ["claude-opus-4@20250514", { sampling: "both", maxOutputTokens: 32_000 }],
    ["claude-opus-4-1-20250805", { sampling: "one", structuredOutputs: false }],
    ["claude-sonnet-4-5-20250929", { sampling: "one", thinking: "budget", structuredOutputs: true }],
    ["anthropic/claude-opus-4.6", { sampling: "one", thinking: "adaptive", thinkingOff: "omit", xhighEffort: false }],
    ["us.anthropic.claude-opus-4-7-v1:0", { sampling: "none", thinkingOff: "omit", xhighEffort: true }],
    ["claude-opus-4-7", { lateInstructions: false }],
    ["claude-opus-4-8", { lateInstructions: true, thinkingOff: "omit" }],
    ["claude-haiku-4-5", { lateInstructions: false }],
    ["claude-haiku-5-5", { lateInstructions: true }],
    ["claude-sonnet-5", { lateInstructions: true }],
    ["claude-fable-5-2", { lateInstructions: true }],
    ["claude-opus-5", { thinkingOff: "disabled", forcedTools: true }],
    ["claude-sonnet-5-5", { thinkingOff: "between_tools", forcedTools: false }],
    ["claude-haiku-5-5", { sampling: "none", thinkingOff: "disabled", forcedTools: true }],
    ["claude-fable-5", { thinkingOff: "never", forcedTools: true }],
    ["claude-mythos-5-2", { thinkingOff: "never", forcedTools: false }],
    ["claude-opus-17", { thinking: "adaptive", forcedTools: false }],
    ["claude-of-a-line-to-come", { thinking: "adaptive", sampling: "none" }],
    ["claude-instant-1.2", { thinking: "none" }],
    ["MiniMax-M2", { sampling: "both", thinking: "budget", structuredOutputs: false }],
  ])("%s", (model, expected) => {
    expect(of(model)).toMatchObject(expected);
  });

  test("can be overridden by the catalog", () => {
    expect(
      of("MiniMax-M2", {
        thinking: "none",
        structured_outputs: true,
        default_max_tokens: 100,
        prompt_caching: false,
        key_header: "authorization",
      }),
    ).toMatchObject({
      thinking: "none",
      structuredOutputs: true,
      defaultMaxTokens: 100,
      promptCaching: false,
      keyHeader: "authorization",
    });
    expect(of("claude-opus-5", { thinking: "sometimes", default_max_tokens: 0 })).toEqual(of("claude-opus-5"));
  });
});

test("reports invalid quirks in the catalog", () => {
  expect(
    checkQuirks({
      default_max_tokens: -1,
      prompt_caching: "no",
      sampling: "two",
      colour: 1,
      key_header: "X-Key",
      forced_tools: true,
    }),
  ).toEqual([
    "default_max_tokens: must be a number of tokens",
    "prompt_caching: must be true or false",
    "sampling: must be one of both, one, none",
    expect.stringMatching(/^colour: no such quirk; there are default_max_tokens, /),
    "key_header: must be the name of a header, in small letters",
  ]);
  expect(checkQuirks({ thinking_off: "between_tools", xhigh_effort: false })).toEqual([]);
});
