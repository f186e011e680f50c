import { getOperationAST, parse } from "graphql";
import { describeOperation } from "./describe-operation";

const describeText = (text: string) => {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (operation === null || operation === undefined) throw new Error("no operation");
  return describeOperation(document, operation);
};

test.each([
  ["query Mine { viewer { balance } }", "query viewer", ["viewer"]],
  ['mutation Mine($a: Int) { mine: createApiKey(name: "mine") { key } }', "mutation createApiKey", ["createApiKey"]],
  ["{ a: viewer { id } b: viewer { id } models { id } }", "query", ["viewer", "models"]],
  [
    "query { ...Mine ... on Query { models { id } } } fragment Mine on Query { viewer { id } ...Mine }",
    "query",
    ["viewer", "models"],
  ],
])("describes %s as %s", (text, name, fields) => {
  const description = describeText(text);
  expect(description).toEqual({
    name,
    attributes: { "graphql.operation.type": name.split(" ")[0], "cenote.graphql.fields": fields },
  });
  expect(JSON.stringify(description)).not.toMatch(/mine/i);
});

test("lists at most MAX_FIELDS fields", () => {
  const { attributes } = describeText(`{ ${Array.from({ length: 50 }, (_, index) => `field${index}`).join(" ")} }`);
  expect(attributes["cenote.graphql.fields"]).toHaveLength(16);
});
