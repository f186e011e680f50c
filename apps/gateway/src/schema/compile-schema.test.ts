import { compileSchema } from "./compile-schema";

test("a schema is compiled at its first value and once, for all gateways of a process", () => {
  let reads = 0;
  const schema = {
    type: "object",
    required: ["model"],
    get properties() {
      reads += 1;
      return { model: { type: "string" } };
    },
  };
  const check = compileSchema(schema);
  expect(reads).toBe(0);
  expect([check({ model: "m" }), check({ model: 1 })]).toEqual([
    true,
    { error: [expect.objectContaining({ instancePath: "/model", keyword: "type" })] },
  ]);
  const afterFirst = reads;
  expect(compileSchema(schema)({})).toEqual({ error: [expect.objectContaining({ keyword: "required" })] });
  expect(reads).toBe(afterFirst);
});
