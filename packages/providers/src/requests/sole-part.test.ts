import { withSolePart } from "./sole-part";

const TEXT = { type: "string" };

test("the only part stands for its schema, which may say the same again in any order", () => {
  expect(withSolePart({ description: "d", allOf: [{ title: "t", allOf: [TEXT] }] })).toEqual({
    ...TEXT,
    title: "t",
    description: "d",
  });
  const [one, other] = [
    { properties: { a: TEXT, b: TEXT } },
    { properties: { b: { type: "string" }, a: { type: "string" } } },
  ];
  expect(withSolePart({ ...one, allOf: [{ ...other, required: ["a"] }] })).toEqual({ ...one, required: ["a"] });
});

test("a schema that says more than its part stays as it is", () => {
  for (const schema of [
    { items: TEXT, allOf: [{}] },
    { items: TEXT, allOf: [{ items: { type: "number" } }] },
    { allOf: [TEXT, TEXT] },
    { allOf: [true] },
  ])
    expect(withSolePart(schema)).toBe(schema);
});

// Each level of a schema holds all levels below it: written down at each, they would be written once for each.
test("what the part does not say is not written down to be compared", () => {
  const items = { ...TEXT, toJSON: jest.fn() };
  withSolePart({ items, allOf: [{}] });
  withSolePart({ items, allOf: [{ items: { type: "number" } }] });
  expect(items.toJSON).not.toHaveBeenCalled();
});
