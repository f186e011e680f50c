import { Kind } from "graphql";
import { UuidScalar } from "./scalars";

const ID = "0b8f9a3e-8a50-4c0f-9b8e-0d2f6f1f7cab";

test("a UUID in upper case is the one in lower case, as a variable and in the text of a query", () => {
  expect(UuidScalar.parseValue(ID.toUpperCase())).toBe(ID);
  expect(UuidScalar.parseLiteral({ kind: Kind.STRING, value: ID.toUpperCase() })).toBe(ID);
  expect(() => UuidScalar.parseValue("0b8f9a3e")).toThrow("UUID");
});
