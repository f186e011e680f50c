import { Type } from "typebox";
import { optionalEnum, taggedUnion } from "../../schema/fields";
import { withPlainEnums, withoutDiscriminators } from "./plain-schema";

test.each([
  ["words", optionalEnum(["a", "b"], "Which."), { type: "string", enum: ["a", "b"], description: "Which." }],
  ["a number", optionalEnum([1], "One."), { type: "integer", enum: [1], description: "One." }],
  ["a boolean", optionalEnum([false], "No."), { type: "boolean", description: "No." }],
])("%s that may be null gets one type", (_, schema, plain) => {
  expect(withPlainEnums({ items: schema })).toEqual({ items: plain });
});

test("inlined schemas lose their discriminator, at any depth", () => {
  const kinds = taggedUnion("type", [Type.Object({ type: Type.Literal("text") })], "Parts.");
  expect(withoutDiscriminators({ properties: { parts: { items: kinds } } })).toEqual({
    properties: {
      parts: {
        items: {
          type: "object",
          required: ["type"],
          description: "Parts.",
          oneOf: [expect.objectContaining({ required: ["type"] })],
        },
      },
    },
  });
});
