/** Whatever an OpenAI-style call contains, our provider family turns it into a request that Anthropic accepts. */
import {
  type ChatCall,
  type ChatMessage,
  type ContentPart,
  FAMILIES,
  type ReasoningDetail,
  type ResponseFormat,
} from "@cenote/providers";
import fc from "fast-check";
import { parseFields } from "../json-body";
import { requestProblem } from "./check-request";
import { capabilitiesOf } from "./models";
import { signatureOf } from "./thinking-signature";

const MODELS = [
  "claude-3-haiku-20240307",
  "claude-3-5-haiku-20241022",
  "claude-3-7-sonnet-20250219",
  "claude-opus-4-1-20250805",
  "claude-haiku-4-5",
  "claude-opus-4-5",
  "claude-opus-4-6",
  "claude-opus-4-8",
  "claude-sonnet-5",
  "claude-opus-5",
  "claude-haiku-5-5",
  "claude-sonnet-5-5",
  "claude-opus-5-5",
  "claude-fable-5",
];

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const text = fc.constantFrom("Hi", "", " \n", "What then? ", "a long prompt ".repeat(300), "🦜");
const image: fc.Arbitrary<ContentPart> = fc
  .constantFrom("https://a.test/a.png", "data:image/png;base64,AA==")
  .map((url) => ({ type: "image", url }));
const part = fc.oneof(
  text.map((value): ContentPart => ({ type: "text", text: value })),
  image,
);
const content = fc.oneof(text, fc.array(part, { maxLength: 3 }));

/** Stands for a signature of the called model, made in another conversation. */
const SIGNED = "signed";
const detail: fc.Arbitrary<ReasoningDetail> = fc.oneof(
  text.map((thought) => ({ family: "anthropic", text: thought, signature: SIGNED })),
  fc.constantFrom(
    { family: "anthropic", encrypted: "opaque" },
    { family: "google", signature: "x" },
    { family: "anthropic", text: "unsigned" },
  ),
);
const assistant = fc
  .record(
    {
      content: text,
      reasoningDetails: optional(fc.array(detail, { maxLength: 2 })),
      refusal: optional(fc.constant("No.")),
    },
    { requiredKeys: ["content"] },
  )
  .map((message): ChatMessage => ({ role: "assistant", ...message }));
const id = fc.constantFrom("call_1", "functions.f:0", "toolu_01", "ñ 1");
const name = fc.constantFrom("weather", "now");

/** A message that calls tools, and their results, possibly with a user message in between. */
const calls = fc
  .tuple(assistant, fc.uniqueArray(id, { minLength: 1, maxLength: 3 }), name, content, fc.boolean())
  .map(([message, ids, tool, result, hurries]): ChatMessage[] => [
    { ...message, toolCalls: ids.map((one) => ({ id: one, name: tool, arguments: '{"a":1}' })) },
    ...(hurries ? [{ role: "user", content: "Hurry" } as const] : []),
    ...ids.map((one): ChatMessage => ({ role: "tool", content: result, toolCallId: one })),
  ]);
const question = content.map((value): ChatMessage[] => [{ role: "user", content: value }]);
const exchange = fc.oneof(
  question,
  text.map((value): ChatMessage[] => [{ role: "system", content: value }]),
  assistant.map((message) => [message]),
  calls,
);
const messages = fc
  .tuple(fc.array(exchange, { maxLength: 6 }), fc.oneof(question, calls))
  .map(([before, last]): ChatMessage[] => [...before.flat(), ...last]);

const schema = fc.constantFrom<object>(
  { type: "object", properties: { a: { type: "integer", minimum: 3 } } },
  { type: "object" },
  { type: "object", additionalProperties: { type: "string" } },
  { type: "array", items: { type: "string" }, minItems: 2 },
  { type: "object", properties: { n: { $ref: "#" } } },
  {
    type: "object",
    properties: {
      level: { type: ["string", "null"], enum: ["low", null] },
      point: { type: "array", items: { type: "number" }, enum: [[0, 0]] },
      d: { description: "d", allOf: [{ $ref: "#/$defs/d" }] },
    },
    $defs: { d: { type: "object", properties: {} } },
  },
  { type: "object", oneOf: [{ properties: { a: { const: 1 } } }, { required: ["b"] }], anyOf: [true], allOf: [{}] },
  {},
);
const format: fc.Arbitrary<ResponseFormat> = fc.oneof(
  fc.constantFrom<ResponseFormat>({ type: "text" }, { type: "json_object" }),
  schema.map((one): ResponseFormat => ({ type: "json_schema", name: "n", schema: one })),
);
const tools = fc
  .tuple(schema, fc.boolean())
  .map(([parameters, strict]) => [
    { name: "weather", parameters: { ...parameters, type: "object" }, strict },
    { name: "now" },
  ]);

const call: fc.Arbitrary<ChatCall> = fc
  .record({
    messages,
    temperature: optional(fc.constantFrom(0, 0.5, 1, 2)),
    topP: optional(fc.constantFrom(0, 0.9, 0.97, 1)),
    maxTokens: optional(fc.constantFrom(1, 1_024, 5_000, 50_000)),
    stop: optional(fc.array(fc.constantFrom("END", "\n", ""), { maxLength: 2 })),
    responseFormat: optional(format),
    tools: optional(tools),
    toolChoice: optional(
      fc.constantFrom({ mode: "none" }, { mode: "auto" }, { mode: "required" }, { mode: "function", name: "now" }),
    ),
    parallelToolCalls: optional(fc.boolean()),
    reasoningEffort: optional(fc.constantFrom("none", "minimal", "low", "high", "xhigh", "max")),
    user: optional(fc.constantFrom("", "u", "u".repeat(500))),
    seed: optional(fc.nat()),
    logprobs: optional(fc.boolean()),
  })
  .map(
    (fields) =>
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as unknown as ChatCall,
  );

const chat = FAMILIES.get("anthropic")!.chat!;
const signedFor = (model: string, { signature, ...detail }: ReasoningDetail): ReasoningDetail => ({
  ...detail,
  ...(signature === SIGNED
    ? { signature: signatureOf({ model, prefix: "", thinking: detail.text ?? "" }) }
    : signature === undefined
      ? {}
      : { signature }),
});
const forModel = (asked: ChatCall, model: string): ChatCall => ({
  ...asked,
  messages: asked.messages.map((message) =>
    message.reasoningDetails === undefined
      ? message
      : { ...message, reasoningDetails: message.reasoningDetails.map((one) => signedFor(model, one)) },
  ),
});
const problemOf = (call: ChatCall, model: string, stream: boolean) => {
  const asked = forModel(call, model);
  const { body = "" } = chat.toRequest(asked, { provider: "p", baseUrl: "https://p.test", model }, stream);
  return requestProblem(parseFields(body) ?? {}, false)?.message;
};

test("every model accepts every possible call", () => {
  fc.assert(
    fc.property(call, fc.constantFrom(...MODELS), fc.boolean(), (asked, model, stream) => {
      expect(problemOf(asked, model, stream)).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test("so too for continuations, if the model supports them", () => {
  const models = MODELS.filter((model) => capabilitiesOf(model).prefill);
  fc.assert(
    fc.property(call, text, fc.constantFrom(...models), (asked, beginning, model) => {
      expect(
        problemOf({ ...asked, messages: [...asked.messages, { role: "assistant", content: beginning }] }, model, false),
      ).toBeUndefined();
    }),
    { numRuns: 150 },
  );
});

test("an assistant message to continue is reported as unsupported for models that reject one", () => {
  const told = (model: string) =>
    chat.unsupported(
      {
        messages: [
          { role: "user", content: "Hi" },
          { role: "assistant", content: "One," },
        ],
      },
      { provider: "p", baseUrl: "https://p.test", model },
    );
  expect(MODELS.filter((model) => told(model).length > 0)).toEqual(
    MODELS.filter((model) => !capabilitiesOf(model).prefill),
  );
});
