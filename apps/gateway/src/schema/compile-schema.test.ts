import { compileSchema } from "./compile-schema";

test("a schema is compiled once, for all gateways of a process", () => {
  const schema = { type: "object", required: ["model"], properties: { model: { type: "string" } } };
  const check = compileSchema(schema);
  expect([check({ model: "m" }), check({ model: 1 }), check({})]).toEqual([true, false, false]);
  expect(compileSchema(schema)).toBe(check);
});
