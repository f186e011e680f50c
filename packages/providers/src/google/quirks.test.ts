import { checkQuirks, quirksOf } from "./quirks";

const of = (model: string, quirks?: Record<string, unknown>) =>
  quirksOf({ provider: "p", baseUrl: "https://g.test", model, ...(quirks === undefined ? {} : { quirks }) });

describe("the traits of Google's models", () => {
  test.each([
    [
      "gemini-2.0-flash",
      {
        thinking: "none",
        imageUrls: false,
        penalties: true,
        logprobs: true,
        thoughtSignatures: false,
        jsonWithTools: false,
      },
    ],
    ["gemini-1.5-pro-002", { thinking: "none", imageUrls: false, penalties: true }],
    [
      "gemini-2.5-flash",
      {
        thinking: "budget",
        thinkingOff: true,
        imageUrls: true,
        penalties: false,
        logprobs: false,
        thoughtSignatures: false,
        jsonWithTools: false,
      },
    ],
    ["gemini-2.5-pro", { thinking: "budget", thinkingOff: false }],
    [
      "gemini-3-flash-preview",
      {
        thinking: "level",
        thinkingOff: false,
        lowestThinkingLevel: "minimal",
        thoughtSignatures: true,
        jsonWithTools: true,
      },
    ],
    ["gemini-3.1-pro-preview", { thinking: "level", lowestThinkingLevel: "low", sampling: true }],
    ["gemini-3.1-flash-lite", { lowestThinkingLevel: "minimal", sampling: true }],
    ["gemini-3.5-flash", { lowestThinkingLevel: "minimal", sampling: true }],
    ["gemini-3.5-flash-lite", { lowestThinkingLevel: "minimal", sampling: false }],
    ["gemini-3.6-flash", { lowestThinkingLevel: "minimal", sampling: false }],
    ["gemini-3.8-flash", { thinking: "level", lowestThinkingLevel: "low", sampling: false }],
    ["gemini-3.8-flash-lite", { thinking: "level", lowestThinkingLevel: "minimal" }],
    ["gemini-4-argon", { thinking: "level", thoughtSignatures: true }],
    ["gemini-flash-latest", { thinking: "level", lowestThinkingLevel: "low", thoughtSignatures: true }],
    ["models/gemini-2.5-flash", { thinking: "budget" }],
    ["gemma-3-27b-it", { thinking: "none", systemInstruction: false, imageUrls: false }],
    ["learnlm-2.0", { thinking: "none", systemInstruction: true }],
  ])("%s", (model, known) => {
    expect(of(model)).toMatchObject(known);
  });

  test("can be overridden by the catalog, if valid", () => {
    expect(of("gemini-2.5-flash", { thinking: "none", image_urls: false, logprobs: "yes", nonsense: 1 })).toMatchObject(
      { thinking: "none", imageUrls: false, logprobs: false },
    );
  });

  test("report invalid values", () => {
    expect(checkQuirks({ thinking: "much", thinking_off: 1, penalties: true, thinkingOff: true })).toEqual([
      "thinking: must be one of level, budget, none",
      "thinking_off: must be true or false",
      expect.stringMatching(/^thinkingOff: no such quirk; there are thinking, /),
    ]);
  });
});
