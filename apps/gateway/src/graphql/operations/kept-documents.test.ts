import { InMemoryLRUCache } from "@apollo/utils.keyvaluecache";
import { buildSchema, parse } from "graphql";
import { DEFAULT_LIMITS } from "../../limits";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";
import { bearsContent } from "./bears-content";
import { createOperations } from "./operations";

const WITH_CONTENT = [
  'mutation { say(input: { text: "my secret" }) }',
  'mutation { say(text: """my secret""") }',
  'query ($text: String = "my secret") { say(text: $text) }',
  'fragment said on Query { say(text: "my secret") } { ...said }',
  '{ __typename @said(text: "my secret") }',
  "mutation { say(tokens: [5, 3]) }",
  "mutation { say(schema: { my_secret: true }) }",
];
const WITHOUT = [
  "{ __typename }",
  "query ($text: String!, $first: Int = 3) { say(text: $text, first: $first, loud: true) }",
];

test.each(WITH_CONTENT)("may hold a prompt: %s", (query) => {
  expect(bearsContent(parse(query))).toBe(true);
});
test.each(WITHOUT)("holds none: %s", (query) => {
  expect(bearsContent(parse(query))).toBe(false);
});

test("over WebSocket and server-sent events only a document without content is kept", () => {
  const operations = createOperations({
    schema: buildSchema("type Query { say(text: String): String }"),
    introspection: () => true,
    limits: DEFAULT_LIMITS,
  });
  const isKept = (query: string) => operations.read({ query }).document === operations.read({ query }).document;
  expect(isKept("query ($text: String) { say(text: $text) }")).toBe(true);
  expect(isKept('{ say(text: "my secret") }')).toBe(false);
});

describe("over HTTP", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  test("only a document without content is kept", async () => {
    const kept = jest.spyOn(InMemoryLRUCache.prototype, "set");
    const queries = [
      '{ __type(name: "MySecret") { name } }',
      "query ($name: String!) { __type(name: $name) { name } }",
    ];
    for (const query of queries) {
      const answer = await running.post("/graphql", { query, variables: { name: "MySecret" } });
      expect(await answer.json()).toEqual({ data: { __type: null } });
    }
    expect(kept.mock.calls.map(([, document]) => document)).toEqual([
      expect.objectContaining({
        loc: expect.objectContaining({ source: expect.objectContaining({ body: queries[1] }) }),
      }),
    ]);
    kept.mockRestore();
  });
});
