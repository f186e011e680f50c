import type { ChatCall } from "../spec";
import type { Target } from "../target";
import { toRequest } from "./to-request";

const target = (over: Partial<Target> = {}): Target => ({
  provider: "p",
  baseUrl: "https://g.test",
  apiKey: "k",
  model: "gemini-2.0-flash",
  ...over,
});
const bodyOf = (call: ChatCall, to: Target = target()): Record<string, unknown> =>
  JSON.parse(toRequest(call, to, false).body ?? "") as Record<string, unknown>;
const configOf = (fields: Partial<ChatCall>, model = "gemini-2.0-flash"): unknown =>
  bodyOf({ ...HELLO, ...fields }, target({ model }))["generationConfig"];

const HELLO: ChatCall = { messages: [{ role: "user", content: "Hi" }] };
const HI = [{ role: "user", parts: [{ text: "Hi" }] }];

describe("a chat request to Gemini", () => {
  test("goes to the model's URL with its key", () => {
    const { method, url, headers } = toRequest(HELLO, target(), false);
    expect({ method, url }).toEqual({
      method: "POST",
      url: "https://g.test/v1beta/models/gemini-2.0-flash:generateContent",
    });
    expect(headers).toEqual({
      "x-goog-api-key": "k",
      "content-type": "application/json",
      accept: "application/json",
      "accept-encoding": "identity",
    });
    expect(toRequest(HELLO, target(), true)).toMatchObject({
      url: "https://g.test/v1beta/models/gemini-2.0-flash:streamGenerateContent?alt=sse",
      headers: { accept: "text/event-stream" },
    });
  });

  test("keeps a configured version, a resource that is not a plain model, and the catalog's headers", () => {
    expect(toRequest(HELLO, target({ baseUrl: "https://g.test/v1alpha", model: "tunedModels/mine" }), false).url).toBe(
      "https://g.test/v1alpha/tunedModels/mine:generateContent",
    );
    const { apiKey: _, ...keyless } = target({ headers: { authorization: "Bearer t", accept: "x" } });
    expect(toRequest(HELLO, keyless, false).headers).toMatchObject({ authorization: "Bearer t", accept: "x" });
    expect(toRequest(HELLO, keyless, false).headers).not.toHaveProperty("x-goog-api-key");
  });

  test("contains only what the caller set", () => {
    expect(bodyOf(HELLO)).toEqual({ contents: HI });
  });

  test("contains every parameter under Google's name", () => {
    const call: ChatCall = {
      ...HELLO,
      temperature: 0,
      topP: 0.5,
      maxTokens: 10,
      stop: ["a"],
      seed: 7,
      presencePenalty: 1,
      frequencyPenalty: -1,
      logprobs: true,
      topLogprobs: 2,
      user: "u",
      logitBias: { "1": 1 },
      tools: [
        { name: "f", description: "d", parameters: { type: "object", properties: { a: { const: 1 } } }, strict: true },
        { name: "g" },
      ],
      toolChoice: { mode: "auto" },
    };
    expect(bodyOf(call)).toEqual({
      contents: HI,
      generationConfig: {
        temperature: 0,
        topP: 0.5,
        maxOutputTokens: 10,
        stopSequences: ["a"],
        seed: 7,
        presencePenalty: 1,
        frequencyPenalty: -1,
        responseLogprobs: true,
        logprobs: 2,
      },
      tools: [
        {
          functionDeclarations: [
            { name: "f", description: "d", parametersJsonSchema: { type: "object", properties: { a: { enum: [1] } } } },
            { name: "g" },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: "AUTO" } },
    });
  });

  test.each([
    [{ mode: "none" }, { mode: "NONE" }],
    [{ mode: "required" }, { mode: "ANY" }],
    [
      { mode: "function", name: "f" },
      { mode: "ANY", allowedFunctionNames: ["f"] },
    ],
  ] as const)("sends %j as %j", (toolChoice, functionCallingConfig) => {
    expect(bodyOf({ ...HELLO, tools: [{ name: "f" }], toolChoice })["toolConfig"]).toEqual({ functionCallingConfig });
  });

  test("asks for JSON, and for JSON that follows a schema", () => {
    expect(configOf({ responseFormat: { type: "json_object" } })).toEqual({ responseMimeType: "application/json" });
    expect(
      configOf({
        responseFormat: { type: "json_schema", name: "n", schema: { $schema: "x", type: "object" }, strict: true },
      }),
    ).toEqual({ responseMimeType: "application/json", responseJsonSchema: { type: "object" } });
    expect(configOf({ responseFormat: { type: "text" } })).toBeUndefined();
  });

  test("omits forbidden functions next to JSON, since Google rejects both together", () => {
    expect(
      bodyOf({
        ...HELLO,
        tools: [{ name: "f" }],
        toolChoice: { mode: "none" },
        responseFormat: { type: "json_object" },
      }),
    ).toEqual({ contents: HI, generationConfig: { responseMimeType: "application/json" } });
  });

  test("omits the format next to a function that must be called", () => {
    const tools = [{ name: "f" }];
    const forced = bodyOf({
      ...HELLO,
      tools,
      toolChoice: { mode: "required" },
      responseFormat: { type: "json_object" },
    });
    expect(forced).toEqual(bodyOf({ ...HELLO, tools, toolChoice: { mode: "required" } }));
  });

  test("omits what the model does not support", () => {
    expect(
      configOf(
        { presencePenalty: 1, logprobs: true, topLogprobs: 3, reasoningEffort: "none", seed: 1 },
        "gemini-3.5-flash",
      ),
    ).toEqual({ seed: 1, thinkingConfig: { includeThoughts: true } });
  });

  test.each([
    ["gemini-2.5-flash", undefined, { includeThoughts: true }],
    ["gemini-2.5-flash", "none", { thinkingBudget: 0 }],
    ["gemini-2.5-flash", "minimal", { includeThoughts: true, thinkingBudget: 1_024 }],
    ["gemini-2.5-pro", "medium", { includeThoughts: true, thinkingBudget: 8_192 }],
    ["gemini-2.5-pro", "low", { includeThoughts: true, thinkingBudget: 1_024 }],
    ["gemini-2.5-pro", "high", { includeThoughts: true, thinkingBudget: 24_576 }],
    ["gemini-2.5-pro", "xhigh", { includeThoughts: true, thinkingBudget: 24_576 }],
    ["gemini-2.5-pro", "max", { includeThoughts: true, thinkingBudget: 24_576 }],
    ["gemini-3-flash-preview", "low", { includeThoughts: true, thinkingLevel: "LOW" }],
    ["gemini-3-flash-preview", "medium", { includeThoughts: true, thinkingLevel: "MEDIUM" }],
    ["gemini-3-flash-preview", "high", { includeThoughts: true, thinkingLevel: "HIGH" }],
    ["gemini-3-flash-preview", "minimal", { includeThoughts: true, thinkingLevel: "MINIMAL" }],
    ["gemini-3.1-pro-preview", "minimal", { includeThoughts: true, thinkingLevel: "LOW" }],
    ["gemini-3.8-flash", "xhigh", { includeThoughts: true, thinkingLevel: "HIGH" }],
    ["gemini-3.8-flash", "max", { includeThoughts: true, thinkingLevel: "HIGH" }],
    ["gemini-2.0-flash", undefined, undefined],
  ])("sends %s the effort %s", (model, reasoningEffort, thinkingConfig) => {
    expect(configOf(reasoningEffort === undefined ? {} : { reasoningEffort }, model)).toEqual(
      thinkingConfig === undefined ? undefined : { thinkingConfig },
    );
  });

  test.each([
    [0, 0],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [-(2 ** 31), -(2 ** 31)],
    [2 ** 31, -(2 ** 31)],
    [2 ** 32 + 7, 7],
    [Number.MAX_SAFE_INTEGER, -1],
  ])("sends the seed %d as one of 32 bits, always the same", (seed, sent) => {
    expect(configOf({ seed }, "gemini-2.0-flash")).toEqual({ seed: sent });
  });

  test("asks a model that has a level above high for it, and others for high", () => {
    const levelOf = (reasoningEffort: string, quirks: Record<string, unknown>): unknown =>
      bodyOf({ ...HELLO, reasoningEffort }, target({ model: "gemini-4-hydrogen", quirks }))["generationConfig"];
    const level = (thinkingLevel: string) => ({ thinkingConfig: { includeThoughts: true, thinkingLevel } });
    expect(levelOf("xhigh", { highest_thinking_level: "xhigh" })).toEqual(level("XHIGH"));
    expect(levelOf("max", { highest_thinking_level: "xhigh" })).toEqual(level("XHIGH"));
    expect(levelOf("high", { highest_thinking_level: "xhigh" })).toEqual(level("HIGH"));
    expect(levelOf("minimal", { highest_thinking_level: "xhigh" })).toEqual(level("LOW"));
    expect(levelOf("xhigh", {})).toEqual(level("HIGH"));
  });

  test("does not ask for thoughts if the catalog says so", () => {
    const quiet = target({ model: "gemini-2.5-flash", quirks: { include_thoughts: false } });
    expect(bodyOf(HELLO, quiet)).toEqual({ contents: HI });
    expect(bodyOf({ ...HELLO, reasoningEffort: "low" }, quiet)["generationConfig"]).toEqual({
      thinkingConfig: { thinkingBudget: 1_024 },
    });
  });
});
