import { generateProblem } from "./check-generate";
import { toSignature } from "./signature";

const HI = { role: "user", parts: [{ text: "Hi" }] };
const body = (fields: object = {}) => ({ contents: [HI], ...fields });
const config = (generationConfig: object) => ({ generationConfig });
const tools = (...declarations: object[]) => ({ tools: [{ functionDeclarations: declarations }] });
const call = (over: object = {}) => ({ role: "model", parts: [{ functionCall: { name: "f", args: {} }, ...over }] });
const result = (...names: string[]) => ({
  role: "user",
  parts: names.map((name) => ({ functionResponse: { name, response: {} } })),
});
const image = (part: object) => ({ contents: [{ role: "user", parts: [part] }] });
const JSON_FORMAT = { responseMimeType: "application/json" };

describe("an invalid request gets Google's error", () => {
  it.each<[RegExp, object, string?]>([
    [/Unknown name "foo": Cannot find field/, { foo: 1 }],
    [/Unknown name "maxTokens" at 'generation_config'/, config({ maxTokens: 1 })],
    [/Unknown name "x" at 'contents\[0\]\.parts\[0\]'/, { contents: [{ parts: [{ text: "Hi", x: 1 }] }] }],
    [/Invalid value at 'generation_config\.seed' \(TYPE_INT32\), 1\.5/, config({ seed: 1.5 })],
    [/Invalid value at 'generation_config\.seed' \(TYPE_INT32\), 2147483648/, config({ seed: 2 ** 31 })],
    [
      /Invalid value at 'contents\[1\]\.parts\[0\]\.function_call\.args' .*Struct/,
      { contents: [HI, call({ functionCall: { name: "f", args: [] } })] },
    ],
    [
      /Invalid value at 'contents\[0\]\.parts\[0\]\.function_response\.response'/,
      { contents: [{ parts: [{ functionResponse: { name: "f", response: "text" } }] }] },
    ],
    [/contents is not specified/, { contents: [] }],
    [/contents is not specified/, { contents: null }],
    [/valid role: user, model/, { contents: [{ role: "assistant", parts: [{ text: "a" }] }] }],
    [/contents\[0\]\.parts: contents\.parts must not be empty/, { contents: [{ role: "user", parts: [] }] }],
    [/oneof field 'data' must have one initialized field/, { contents: [{ role: "user", parts: [{}] }] }],
    [/Unsupported MIME type: text\/x/, image({ inlineData: { mimeType: "text/x", data: "" } })],
    [/Unsupported file uri: http:/, image({ fileData: { fileUri: "http://a.test/a.png" } })],
    [/Unsupported file uri: https:/, image({ fileData: { fileUri: "https://a.test/a.png" } }), "gemini-2.0-flash"],
    [/call turn comes immediately after a user turn/, { contents: [call()] }],
    [
      /ending with a model turn are not supported/,
      { contents: [HI, { role: "model", parts: [{ text: "So" }] }] },
      "gemini-3.5-flash-lite",
    ],
    [
      /ending with a model turn are not supported/,
      { contents: [HI, { role: "model", parts: [{ text: "So" }] }] },
      "gemini-3.8-flash",
    ],
    [/response turn comes immediately after a function call turn/, { contents: [HI, result("f")] }],
    [/number of function response parts is equal/, { contents: [HI, call(), result("f", "f")] }],
    [/number of function response parts is equal/, { contents: [HI, call(), HI] }],
    [/missing a thought_signature.*default_api:f/, { contents: [HI, call(), result("f")] }, "gemini-3.5-flash"],
    [/Corrupted thought signature/, { contents: [HI, call({ thoughtSignature: "AAAA" }), result("f")] }],
    [/temperature must be in the range/, config({ temperature: 2.1 })],
    [/top_p must be in the range/, config({ topP: -1 })],
    [/max_output_tokens must be positive/, config({ maxOutputTokens: 0 })],
    [/Multiple candidates/, config({ candidateCount: 2 })],
    [/at most 5/, config({ stopSequences: ["a", "b", "c", "d", "e", "f"] })],
    [/only valid if response_logprobs is true/, config({ logprobs: 2 }), "gemini-2.0-flash"],
    [/Logprobs is not enabled for models\/gemini-2\.5-flash/, config({ responseLogprobs: true })],
    [/Penalty is not enabled/, config({ frequencyPenalty: 0.5 })],
    [/Developer instruction is not enabled/, { systemInstruction: { parts: [{ text: "a" }] } }, "gemma-3-27b-it"],
    [/Invalid function name/, tools({ name: "1f" })],
    [/mutually exclusive/, tools({ name: "f", parameters: {}, parametersJsonSchema: {} })],
    [
      /when \$ref is set/,
      tools({ name: "f", parametersJsonSchema: { properties: { a: { $ref: "#/$defs/a", title: "A" } } } }),
    ],
    [
      /function_calling_config\.mode/,
      { ...tools({ name: "f" }), toolConfig: { functionCallingConfig: { mode: "SOME" } } },
    ],
    [
      /only be set when the function calling mode is ANY/,
      { ...tools({ name: "f" }), toolConfig: { functionCallingConfig: { mode: "AUTO", allowedFunctionNames: ["f"] } } },
    ],
    [
      /not declared: g/,
      { ...tools({ name: "f" }), toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["g"] } } },
    ],
    [/without function_declarations/, { toolConfig: { functionCallingConfig: { mode: "ANY" } } }],
    [/requires the response mime type/, config({ responseJsonSchema: {} })],
    [/Only one of response_schema/, config({ ...JSON_FORMAT, responseJsonSchema: {}, responseSchema: {} })],
    [/Function calling with a response mime type/, { ...tools({ name: "f" }), ...config(JSON_FORMAT) }],
    [
      /Function calling with a response mime type/,
      { ...tools({ name: "f" }), toolConfig: { functionCallingConfig: { mode: "ANY" } }, ...config(JSON_FORMAT) },
      "gemini-3.5-flash",
    ],
    [/Thinking is not enabled/, config({ thinkingConfig: { includeThoughts: true } }), "gemini-2.0-flash"],
    [
      /only one of thinking budget and thinking level/,
      config({ thinkingConfig: { thinkingBudget: 1, thinkingLevel: "LOW" } }),
    ],
    [/Thinking level is not supported/, config({ thinkingConfig: { thinkingLevel: "LOW" } })],
    [/thinking_level/, config({ thinkingConfig: { thinkingLevel: "MUCH" } }), "gemini-3.5-flash"],
    [/thinking_level/, config({ thinkingConfig: { thinkingLevel: "XHIGH" } }), "gemini-4-argon"],
    [/Budget 0 is invalid/, config({ thinkingConfig: { thinkingBudget: 0 } }), "gemini-2.5-pro"],
    [/include_thoughts is only enabled/, config({ thinkingConfig: { thinkingBudget: 0, includeThoughts: true } })],
  ])("%s: %j", (words, fields, model = "gemini-2.5-flash") => {
    expect(generateProblem(body(fields), model)).toMatchObject({
      code: 400,
      status: "INVALID_ARGUMENT",
      message: expect.stringMatching(words),
    });
  });

  it.each<[object, string?]>([
    [{}],
    [{ contents: [{ parts: [{ text: "Hi" }] }], systemInstruction: { parts: [{ text: "a" }] }, safetySettings: [] }],
    [
      config({
        temperature: 2,
        topP: 0,
        maxOutputTokens: 1,
        seed: 1,
        stopSequences: ["a"],
        presencePenalty: 0,
        logprobs: 0,
        thinkingConfig: { thinkingBudget: 0 },
      }),
    ],
    [config({ responseLogprobs: true, logprobs: 20, presencePenalty: 1 }), "gemini-2.0-flash"],
    [{ contents: [HI, call(), result("f"), call(), result("f"), { role: "model", parts: [{ text: "So" }] }] }],
    [
      {
        contents: [
          HI,
          call(),
          result("f"),
          { role: "model", parts: [{ text: "So" }] },
          HI,
          call({ thoughtSignature: toSignature("gemini-3.5-flash", "a") }),
          result("f"),
        ],
      },
      "gemini-3.5-flash",
    ],
    [
      { contents: [HI, call({ thoughtSignature: "skip_thought_signature_validator" }), result("f")] },
      "gemini-3.5-flash",
    ],
    [{ ...tools({ name: "f" }), ...config(JSON_FORMAT) }, "gemini-3.5-flash"],
    [config({ thinkingConfig: { thinkingLevel: "XHIGH" } }), "gemini-4-hydrogen"],
    [config({ ...JSON_FORMAT, responseJsonSchema: { $defs: { a: {} }, properties: { a: { $ref: "#/$defs/a" } } } })],
  ])("%j is valid", (fields, model = "gemini-2.5-flash") => {
    expect(generateProblem(body(fields), model)).toBeUndefined();
  });
});
