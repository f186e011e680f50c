import type { ChatCall, ChatMessage } from "@cenote/providers";
import { instructedCalls } from "./instructed-format";

const SCHEMA = { type: "object", properties: { legs: { type: "integer" } } };
const FORMAT = { type: "json_schema", name: "animal", schema: SCHEMA, strict: true } as const;
const ASKED: ChatMessage = { role: "user", content: "Which?" };
const INSTRUCTION = `Answer with one JSON object and nothing else: no words before or after it, and no code fence around it. It must satisfy this JSON Schema, "animal":\n${JSON.stringify(SCHEMA)}`;

const messagesOf = (messages: readonly ChatMessage[], rest: Partial<ChatCall> = {}) =>
  instructedCalls({ messages, responseFormat: FORMAT, ...rest })[0]?.messages;

test("asks for JSON mode, and says the schema before the conversation", () => {
  expect(instructedCalls({ messages: [ASKED], responseFormat: FORMAT, temperature: 0.5 })).toEqual([
    {
      messages: [{ role: "system", content: INSTRUCTION }, ASKED],
      responseFormat: { type: "json_object" },
      temperature: 0.5,
    },
  ]);
});

test("a system message keeps its text, and the schema follows it", () => {
  const earlier: ChatMessage = { role: "system", content: "One." };
  expect(messagesOf([earlier, { role: "system", content: "Two." }, ASKED])).toEqual([
    earlier,
    { role: "system", content: `Two.\n\n${INSTRUCTION}` },
    ASKED,
  ]);
  const parts = [{ type: "text", text: "Two." }] as const;
  expect(messagesOf([{ role: "system", content: parts }])).toEqual([
    { role: "system", content: [...parts, { type: "text", text: `\n\n${INSTRUCTION}` }] },
  ]);
});

test("a system message within the conversation stays as it is, so the prompt begins the same in every turn", () => {
  const later: ChatMessage[] = [ASKED, { role: "system", content: "Be brief." }];
  expect(messagesOf(later)).toEqual([{ role: "system", content: INSTRUCTION }, ...later]);
  expect(messagesOf([ASKED])?.[0]).toEqual(messagesOf(later)?.[0]);
});

test("beside functions, the model may still call one", () => {
  const [first] = messagesOf([ASKED], { tools: [{ name: "f" }] }) ?? [];
  expect(first?.content).toMatch(/^If you call no function, answer with one JSON object /);
});

test("functions that may not be called are not spoken of", () => {
  const [first] = messagesOf([ASKED], { tools: [{ name: "f" }], toolChoice: { mode: "none" } }) ?? [];
  expect(first?.content).toBe(INSTRUCTION);
});

test("beside functions there is a second form without JSON mode, for routes that take it not there", () => {
  const tools = [{ name: "f" }];
  const [inJsonMode, inWords] = instructedCalls({ messages: [ASKED], responseFormat: FORMAT, tools });
  expect(inJsonMode).toEqual({ ...inWords, responseFormat: { type: "json_object" } });
  expect(inWords).toEqual({ messages: messagesOf([ASKED], { tools }), tools });
});

test("JSON mode is told without a schema, and only beside functions, as it is honoured without them", () => {
  const asked: ChatCall = { messages: [ASKED], responseFormat: { type: "json_object" }, tools: [{ name: "f" }] };
  const told =
    "If you call no function, answer with one JSON object and nothing else: no words before or after it, and no code fence around it.";
  expect(instructedCalls(asked)).toEqual([
    { messages: [{ role: "system", content: told }, ASKED], tools: asked.tools },
  ]);
  expect(instructedCalls({ ...asked, toolChoice: { mode: "none" } })).toEqual([]);
});

test("a description is told", () => {
  const [first] = messagesOf([ASKED], { responseFormat: { ...FORMAT, description: "A pet." } }) ?? [];
  expect(first?.content).toContain("It is this: A pet.");
});

test.each([
  [{}, { type: "json_object" }],
  [{ $ref: "#/$defs/a" }, { type: "json_object" }],
  [{ type: ["object", "null"] }, { type: "json_object" }],
  [{ type: "array", items: {} }, undefined],
  [{ type: "string" }, undefined],
])("JSON mode makes objects alone: %j", (schema, responseFormat) => {
  expect(instructedCalls({ messages: [ASKED], responseFormat: { ...FORMAT, schema } })[0]?.responseFormat).toEqual(
    responseFormat,
  );
});

test.each([undefined, { type: "text" }, { type: "json_object" }] as const)("nothing to tell: %j", (responseFormat) => {
  expect(instructedCalls({ messages: [ASKED], ...(responseFormat && { responseFormat }) })).toEqual([]);
});
