import { planFormat } from "./anthropic/response-format";
import { createTokenCounter } from "./count-tokens";
import { quirksOf } from "./anthropic/quirks";
import { createGrammarRoom } from "./anthropic/grammar-room";
import { readSchema, writtenSchema } from "./written-schema";

/** A schema that counts how often it is read as a whole. */
const readCounted = () => {
  let reads = 0;
  const schema = {
    type: "array",
    get items() {
      reads += 1;
      return { type: "string" };
    },
  };
  return { schema, reads: () => reads };
};

test("a schema is written once, also for many routes, in words, and for estimates", () => {
  const { schema, reads } = readCounted();
  const format = { type: "json_schema", name: "answer", schema } as const;
  const counter = createTokenCounter(() => 0);
  expect(writtenSchema(schema)).toBe('{"type":"array","items":{"type":"string"}}');
  const quirks = quirksOf({
    provider: "p",
    baseUrl: "https://p.test",
    model: "m",
    quirks: { structured_outputs: false },
  });
  for (let route = 0; route < 8; route += 1) {
    const plan = planFormat(format, quirks, createGrammarRoom());
    expect(plan).toMatchObject({ how: "words", text: expect.stringContaining(writtenSchema(schema)) });
    counter.estimatePrompt({ messages: [], responseFormat: format, tools: [{ name: "f", parameters: schema }] });
  }
  expect(reads()).toBe(1);
});

test("one that came as JSON is not written at all", () => {
  const text = '{ "type": "object" }';
  const schema = readSchema(text) as object;
  expect([schema, writtenSchema(schema)]).toEqual([{ type: "object" }, text]);
  expect([readSchema("[]"), readSchema("null"), readSchema("1")]).toEqual([[], null, 1]);
  expect(() => readSchema("{")).toThrow(SyntaxError);
});
