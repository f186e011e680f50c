import fc from "fast-check";
import type { SdkLanguageModel } from "./ai-sdk/model-types";
import { toOptions } from "./ai-sdk/to-options";
import { createTokenCounter } from "./count-tokens";
import { FAMILIES } from "./families";
import type { ChatCall, ChatMessage, Tool } from "./spec";

/** Holds, quotes and budgets are of the call as it came: what is written of it may be so many times as many tokens. */
const MOST_TIMES = 5;
/** What is around a call, whatever it says. */
const FRAME_TOKENS = 200;

const counter = createTokenCounter(() => 0.5);

/** What is counted of a call before it is made: its prompt, and what it carries besides (`opaque-texts.ts`). */
const countedOf = (call: ChatCall): number =>
  counter.countPrompt(call) +
  counter.countText(
    call.messages
      .flatMap(({ toolCallId = "", toolCalls = [], reasoningDetails = [] }) => [
        toolCallId,
        ...toolCalls.map(({ id }) => id),
        ...reasoningDetails.flatMap(({ encrypted = "", signature = "" }) => [encrypted, signature]),
      ])
      .join(""),
  );

const familyTarget = (kind: string, model: string, quirks: Readonly<Record<string, unknown>> = {}) => {
  const target = { provider: "p", baseUrl: "https://p.test/v1", apiKey: "k", model, quirks };
  return (call: ChatCall): string => FAMILIES.get(kind)?.chat?.toRequest(call, target, false).body ?? "";
};

const SDK_MODEL = { specificationVersion: "v4" } as SdkLanguageModel;

const TARGETS: Readonly<Record<string, (call: ChatCall) => string>> = {
  "openai-compatible": familyTarget("openai-compatible", "m"),
  "openai-compatible, OpenAI's schemas": familyTarget("openai-compatible", "m", { schemas: "openai" }),
  "openai-compatible, Moonshot's schemas": familyTarget("openai-compatible", "m", { schemas: "moonshot" }),
  "openai-compatible, Mistral": familyTarget("openai-compatible", "m", {
    message_order: "strict",
    tool_call_ids: "nine_alphanumeric",
  }),
  "openai-responses": familyTarget("openai-responses", "gpt-5.4"),
  "openai-responses, OpenAI's schemas": familyTarget("openai-responses", "gpt-5.4", { schemas: "openai" }),
  anthropic: familyTarget("anthropic", "claude-haiku-4-5"),
  "anthropic, no grammars": familyTarget("anthropic", "claude-3-haiku"),
  google: familyTarget("google", "gemini-2.5-flash"),
  "google, signed": familyTarget("google", "gemini-3-pro"),
  "ai-sdk": (call) => JSON.stringify(toOptions(call, SDK_MODEL, { "*": [/./] })),
};

test("every family that chats is among the targets", () => {
  const kinds = [...FAMILIES.values()].filter(({ chat }) => chat !== undefined).map(({ kind }) => kind);
  expect(new Set(Object.keys(TARGETS).map((name) => name.split(",")[0]))).toEqual(new Set([...kinds, "ai-sdk"]));
});

const HI: ChatMessage = { role: "user", content: "Hi" };
const DENSE = "ᚠᛇᚻ᛫ᛒᛦᚦ᛫ᚠᚱᚩᚠᚢᚱ᛫".repeat(100);
const BLANK = " ".repeat(20_000);
const TEXT = { type: "string" };

const named = <Value>(count: number, of: (index: number) => Value, prefix = "p"): Record<string, Value> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, of(index)]));
const object = (properties: object, over: object = {}) => ({ type: "object", properties, ...over });
const calling = (...parameters: readonly object[]): ChatCall => ({
  messages: [HI],
  tools: parameters.map((one, index): Tool => ({ name: `f${index}`, parameters: one })),
});
const strictly = (schema: object): ChatCall => ({
  messages: [HI],
  tools: [{ name: "f", parameters: schema, strict: true }],
  responseFormat: { type: "json_schema", name: "n", schema, strict: true },
});
const answering = (schema: object): ChatCall => ({
  messages: [HI],
  responseFormat: { type: "json_schema", name: "n", schema },
});

const $defs = { a: { ...TEXT, description: DENSE } };
const toA = { $ref: "#/$defs/a" };
const oftenNamed = object(
  named(200, () => toA),
  { $defs },
);

const sharingAnId = (family: string, over: object): ChatCall => ({
  messages: [
    HI,
    {
      role: "assistant",
      content: "",
      toolCalls: Array.from({ length: 200 }, () => ({ id: "c", name: "f", arguments: "{}" })),
      reasoningDetails: [{ family, toolCallId: "c", ...over }],
    },
    { role: "tool", toolCallId: "c", content: "x" },
  ],
  tools: [{ name: "f" }],
  reasoningEffort: "high",
  maxTokens: 20_000,
});

const CALLS: Readonly<Record<string, ChatCall>> = {
  "a long definition that is named often": calling(oftenNamed),
  "such a definition in every tool": calling(
    ...Array.from({ length: 20 }, () =>
      object(
        named(10, () => toA),
        { $defs },
      ),
    ),
  ),
  "such a definition beside a long text of few tokens": calling({ ...oftenNamed, description: BLANK }),
  "such a definition in an answer's schema": answering(oftenNamed),
  "such a definition in branches": calling({ anyOf: Array.from({ length: 100 }, () => object({ b: toA })), $defs }),
  "definitions that name each other": calling(
    object(
      { a: { $ref: "#/$defs/d0" } },
      {
        $defs: {
          ...named(
            20,
            (level) => ({ anyOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] }),
            "d",
          ),
          d20: { ...TEXT, description: DENSE },
        },
      },
    ),
  ),
  "references into each other's branches": calling({
    anyOf: Array.from({ length: 50 }, (_, index) =>
      object({ [`p${index}`]: { ...TEXT, description: DENSE.slice(0, 100) }, q: { $ref: "#/anyOf/0" } }),
    ),
  }),
  "a reference to a whole that has branches": calling({
    $ref: "#/$defs/top",
    $defs: {
      top: { anyOf: [{ $ref: "#/$defs/one" }, { $ref: "#/$defs/two" }], description: DENSE },
      one: object(named(20, () => toA)),
      two: object(named(20, () => toA, "q")),
      ...$defs,
    },
  }),
  "branches that name each other's properties": calling({
    anyOf: Array.from({ length: 40 }, (_, index) => object(named(20, (one) => ({ const: `${index}-${one}` })))),
  }),
  "schemas for anything": calling(object({ a: { anyOf: Array.from({ length: 2_000 }, () => ({})) } })),
  "schemas for anything that say something": calling(
    object({ a: { anyOf: Array.from({ length: 1_000 }, () => ({ title: "" })) } }),
  ),
  "a definition of many tokens among as many entries as allow it": calling(
    object(
      { ...named(500, () => ({ a: 1 }), "q"), ...named(100, () => toA) },
      {
        $defs: { a: { ...TEXT, description: DENSE.slice(0, 100) } },
      },
    ),
  ),
  "properties that hold anything": calling(object(named(1_000, () => ({})))),
  "a few schemas for anything in each tool": calling(
    ...Array.from({ length: 100 }, () => object({ a: { anyOf: [{}, {}, {}, {}] } })),
  ),
  "references that lead nowhere": calling(object(named(1_000, () => ({ $ref: "" })))),
  "what no grammar knows": strictly(
    object(
      named(20, () => ({ ...TEXT, pattern: '\\"'.repeat(200), not: { enum: ['"'.repeat(50)] } })),
      {
        required: Object.keys(named(20, () => 0)),
      },
    ),
  ),
  "small objects": strictly(
    object(
      named(300, () => ({ properties: {} })),
      { required: Object.keys(named(300, () => 0)) },
    ),
  ),
  "parts of one part": strictly(
    object(
      named(100, () => ({ allOf: [toA], title: "t" })),
      { $defs },
    ),
  ),
  constants: calling(object(named(500, () => ({ const: 1 })))),
  "an answer that is no object": answering({ type: "array", items: oftenNamed }),
  "large numbers": calling(object(named(300, () => ({ minimum: 1e20 })))),
  "functions without parameters": {
    messages: [HI],
    tools: Array.from({ length: 128 }, (_, index) => ({ name: `f${index}` })),
  },
  "calls of functions that are declared no more": {
    messages: Array.from({ length: 50 }, (_, index): ChatMessage[] => [
      HI,
      { role: "assistant", content: "", toolCalls: [{ id: `c${index}`, name: `f${index}`, arguments: '{"a":1e20}' }] },
      { role: "tool", toolCallId: `c${index}`, content: '{"a":1e20}' },
    ]).flat(),
  },
  "images of a call with a long id": {
    messages: [
      HI,
      { role: "assistant", content: "", toolCalls: [{ id: DENSE, name: "f", arguments: "{}" }] },
      ...Array.from({ length: 50 }, (): ChatMessage => ({
        role: "tool",
        toolCallId: DENSE,
        content: [{ type: "image", url: "https://i.test/a.png", detail: "low" }],
      })),
    ],
    tools: [{ name: "f" }],
  },
  "calls with one id, signed by Anthropic": sharingAnId("anthropic", { text: DENSE, signature: "s" }),
  "calls with one id, signed by Google": sharingAnId("google", { encrypted: DENSE }),
  "calls with one id, signed by OpenAI": sharingAnId("openai-responses", {
    encrypted: JSON.stringify({ id: "r", summary: [], encrypted_content: DENSE }),
  }),
  "calls with one id, signed by a package": sharingAnId("ai-sdk", { encrypted: JSON.stringify({ p: { s: DENSE } }) }),
};

const TABLE = Object.keys(TARGETS).flatMap((target) => Object.keys(CALLS).map((call) => [target, call] as const));

const expectShort = (call: ChatCall, target: string): void => {
  const written = TARGETS[target]?.(call) ?? "";
  expect(written).not.toBe("");
  expect(counter.countText(written)).toBeLessThanOrEqual(MOST_TIMES * countedOf(call) + FRAME_TOKENS);
};

test.each(TABLE)("%s writes %s in a few times the tokens that were counted", (target, name) => {
  expectShort(CALLS[name] ?? { messages: [] }, target);
});

const NAMES = ["a", "b", "c", "d"];

test("so it does whatever schemas a call has", () => {
  const { schema } = fc.letrec<{ schema: object; many: object[]; names: object }>((tie) => ({
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom({}, TEXT, { const: 1 }, { description: DENSE.slice(0, 200) }, { enum: [1e20, '\\"'] }),
      fc.constantFrom(...NAMES).map((name) => ({ $ref: `#/$defs/${name}` })),
      fc.constantFrom("#/anyOf/0", "#/allOf/0", "#/properties/a", "#/$defs/a/properties/b", "#", "x").map(($ref) => ({
        $ref,
      })),
      fc.record(
        {
          properties: tie("names"),
          anyOf: tie("many"),
          allOf: tie("many"),
          oneOf: tie("many"),
          items: tie("schema"),
          required: fc.subarray(NAMES),
          title: fc.constant(BLANK.slice(0, 1_000)),
        },
        { requiredKeys: [] },
      ),
    ),
    many: fc.array(tie("schema"), { minLength: 1, maxLength: 4 }),
    names: fc.dictionary(fc.constantFrom(...NAMES), tie("schema"), { maxKeys: 4 }),
  }));
  const root = fc
    .tuple(schema, fc.dictionary(fc.constantFrom(...NAMES), schema, { maxKeys: 4 }))
    .map(([top, defined]) => ({ ...top, $defs: defined }));
  fc.assert(
    fc.property(fc.array(root, { minLength: 1, maxLength: 3 }), (schemas) => {
      for (const target of Object.keys(TARGETS))
        for (const call of [calling(...schemas), strictly(schemas[0] ?? {})]) expectShort(call, target);
    }),
    { numRuns: 20 },
  );
});
