import { buildSchema, parse } from "graphql";
import { DEFAULT_LIMITS } from "../../limits";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";
import { containsLiterals } from "./contains-literals";
import { createDocumentCheck } from "./check-document";
import { createDocumentCache } from "./document-cache";
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
  expect(containsLiterals(parse(query))).toBe(true);
});
test.each(WITHOUT)("holds none: %s", (query) => {
  expect(containsLiterals(parse(query))).toBe(false);
});

const KEPT = "query ($text: String) { say(text: $text) }";
const parsed = parse(KEPT);
const said = parse('{ say(text: "my secret") }');
const long = parse(`#${"x".repeat(8192)}\n${KEPT}`);

test("only a short document without content is kept, because its whole text stays with it", () => {
  const kept = createDocumentCache(3);
  kept.set("parsed", parsed);
  kept.set("said", said);
  kept.set("long", long);
  expect([kept.get("parsed"), kept.get("said"), kept.get("long")]).toEqual([parsed, undefined, undefined]);
});

test("so many are kept, whatever they weigh", () => {
  const kept = createDocumentCache(2);
  for (const key of ["first", "second", "third"]) kept.set(key, parsed);
  expect([kept.get("first"), kept.get("second"), kept.get("third")]).toEqual([undefined, parsed, parsed]);
});

describe("over WebSocket and server-sent events", () => {
  const schema = buildSchema("type Query { say(text: String): String }");

  test("a kept document is not parsed again", () => {
    const check = createDocumentCheck({ schema, introspection: () => true, limits: DEFAULT_LIMITS });
    const operations = createOperations({ schema, check, limits: DEFAULT_LIMITS });
    const isKept = (query: string) => operations.read({ query }).document === operations.read({ query }).document;
    expect(isKept(KEPT)).toBe(true);
    expect(isKept('{ say(text: "my secret") }')).toBe(false);
    expect(isKept(`#${"x".repeat(8192)}\n${KEPT}`)).toBe(false);
  });

  test("a kept document that asks for the schema is refused once the settings forbid it", () => {
    let introspection = true;
    const check = createDocumentCheck({ schema, introspection: () => introspection, limits: DEFAULT_LIMITS });
    const operations = createOperations({ schema, check, limits: DEFAULT_LIMITS });
    const query = "{ __schema { queryType { name } } }";
    operations.read({ query });
    introspection = false;
    expect(() => operations.read({ query })).toThrow(/introspection/);
  });
});

describe("over HTTP", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  test("a document that is kept is refused once more if it is not valid", async () => {
    for (const _time of [1, 2]) {
      const answer = await running.post("/graphql", { query: "{ nothing }" });
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { errors: [{ extensions: { code: "invalid_request_error", param: "query" } }] },
      ]);
    }
  });

  test.each(["/graphql", "/graphql/stream"])("more than a mebibyte of text is refused unread: %s", async (path) => {
    const query = `#${"x".repeat(1024 * 1024)}\n{ __typename }`;
    const answer = await running.post(path, { query });
    expect([answer.status, await answer.json()]).toMatchObject([
      413,
      {
        errors: [
          {
            message: "query: longer than 1048576 characters.",
            extensions: { code: "request_too_large", param: "query", request_id: answer.headers.get("x-request-id") },
          },
        ],
      },
    ]);
  });
});
