import { getIntrospectionQuery } from "graphql";
import { openAcknowledged } from "../../testing/socket-client";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_unused, index) => part(index)).join(" ");
const CALL =
  'createChatCompletion(input: { model: "openai/gpt-4o-mini", messages: [{ role: USER, content: "hi" }] }) { id }';
const LONG_CHAT = {
  model: "openai/gpt-4o-mini",
  messages: Array.from({ length: 3000 }, () => ({ role: "USER", content: "hi" })),
};
const [, FULL_TYPE = ""] = /(fragment FullType.*)$/s.exec(getIntrospectionQuery()) ?? [];

interface Payload {
  readonly query: string;
  readonly variables?: object;
}

/** Small documents, of a few kilobytes each, that would be expensive to run, or that the graphql package throws at. */
const BOMBS: readonly (readonly [string, Payload])[] = [
  [
    "fragments that double thirty times",
    {
      query: `{ ...f0 } ${many(30, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`)} fragment f30 on Query { viewer { balance } }`,
    },
  ],
  ["a fragment in itself", { query: "{ ...a } fragment a on Query { viewer { balance } ...a }" }],
  [
    "fragments in a circle",
    { query: "{ ...a } fragment a on Query { ...b } fragment b on Query { ...c } fragment c on Query { ...a }" },
  ],
  ["lists under sixty names", { query: `{ ${many(60, (n) => `a${n}: models { prices { usd mxn } id zdr }`)} }` }],
  [
    "three of the longest pages",
    {
      query: `{ ${many(3, (n) => `a${n}: videoJobs(first: 100) { edges { node { request { attempts { route } usage { unit } } } } }`)} }`,
    },
  ],
  ["twenty paid calls in one document", { query: `mutation { ${many(20, (n) => `a${n}: ${CALL}`)} }` }],
  [
    "the whole schema under a hundred names",
    { query: `{ ${many(100, (n) => `a${n}: __schema { types { ...FullType } }`)} } ${FULL_TYPE}` },
  ],
  [
    "all types under a hundred names",
    { query: `{ __schema { ${many(100, (n) => `a${n}: types { ...FullType }`)} } } ${FULL_TYPE}` },
  ],
  [
    "types of fields of types of fields",
    { query: "{ __schema { types { fields { type { fields { type { fields { type { name } } } } } } } } }" },
  ],
  ["directives without end", { query: `{ __typename ${many(500, () => "@skip(if: false)")} }` }],
  ["a subscription to nothing", { query: "subscription { balance @skip(if: true) { balance } }" }],
  [
    "a subscription to nothing, in fragments",
    { query: "subscription { ...a } fragment a on Subscription { ... @include(if: false) { balance { balance } } }" },
  ],
  [
    "a subscription that a variable leaves out",
    {
      query: "subscription ($isUnwanted: Boolean!) { balance @skip(if: $isUnwanted) { balance } }",
      variables: { isUnwanted: true },
    },
  ],
  ["a name as long as a book for a field of a list", { query: `{ models { ${"x".repeat(1000)}: id } }` }],
  [
    "the name of the type under hundreds of names",
    {
      query: `{ ${many(20, (n) => `a${n}: models { ...f }`)} } fragment f on Model { ${many(400, (n) => `a${n}: __typename`)} }`,
    },
  ],
  [
    "vectors under ten names",
    {
      query: `mutation { createEmbeddings(input: { model: "openai/text-embedding-3-small", input: ["hi"] }) { data { ${many(10, (n) => `a${n}: embedding`)} } } }`,
    },
  ],
  [
    "each word of an answer under two hundred names",
    {
      query: `subscription { chatTokens(input: { model: "openai/gpt-4o-mini", messages: [{ role: USER, content: "hi" }] }) { ... on ChatDelta { ${many(200, (n) => `a${n}: content`)} } } }`,
    },
  ],
  ["one field many hundred times", { query: `{ ${many(490, () => "viewer { balance }")} }` }],
  [
    "two hundred fragments in one place",
    { query: `{ ${many(200, (n) => `...f${n}`)} } ${many(200, (n) => `fragment f${n} on Query { __typename }`)}` },
  ],
  [
    "a chain of fragments in each of many subscriptions",
    {
      query: `${many(130, (n) => `subscription s${n} { ...f0 }`)} ${many(130, (n) => `fragment f${n} on Subscription { ...f${n + 1} }`)} fragment f130 on Subscription { balance { balance } }`,
    },
  ],
  ["more words than are read", { query: `{ ${many(3000, () => "__typename")} }` }],
  ["braces without end", { query: "{ viewer ".repeat(900) }],
  [
    "quotes of a long conversation under forty names",
    {
      query: `query ($input: ChatInput!) { ${many(40, (n) => `a${n}: chatQuote(input: $input) { model }`)} }`,
      variables: { input: LONG_CHAT },
    },
  ],
  [
    "a long conversation under nine names",
    {
      query: `mutation ($input: ChatInput!) { ${many(9, (n) => `a${n}: createChatCompletion(input: $input) { id }`)} }`,
      variables: { input: LONG_CHAT },
    },
  ],
  [
    "a list without end for one value",
    { query: "query ($id: ID!) { model(id: $id) { id } }", variables: { id: many(10, String).split(" ") } },
  ],
  [
    "a wrong value of a megabyte, which no error repeats",
    {
      query: "query ($first: Int) { ledger(first: $first) { edges { cursor } } }",
      variables: { first: "9".repeat(1024 * 1024) },
    },
  ],
  [
    "many wrong values, each of which is told with all of a long one",
    {
      query: "query ($input: ChatInput!) { chatQuote(input: $input) { model } }",
      variables: {
        input: {
          text: "x".repeat(1024 * 1024),
          ...Object.fromEntries(
            many(60, (n) => `wrong${n}`)
              .split(" ")
              .map((name) => [name, 1]),
          ),
        },
      },
    },
  ],
];

describe("a hostile document is refused before anything of it runs", () => {
  let running: RunningGateway;
  let rpcs = 0;
  const counted = () => {
    rpcs++;
    return Promise.reject(new Error("nobody should ask"));
  };
  beforeAll(async () => {
    running = await startGateway({
      billing: { getBalance: counted, listApiKeys: counted, getCharges: counted },
      media: { listVideos: counted },
    });
  });
  beforeEach(() => {
    rpcs = 0;
  });
  afterEach(() => {
    expect([rpcs, running.inference.calls]).toEqual([0, []]);
  });
  afterAll(() => running.gateway.close(0));

  it.each(BOMBS)("over HTTP: %s", async (_what, payload) => {
    const response = await running.post("/graphql", payload);
    const { errors, data } = (await response.json()) as { readonly data?: unknown; readonly errors: readonly object[] };
    expect([response.status, data]).toEqual([400, undefined]);
    expect(JSON.stringify(errors).length).toBeLessThan(4096);
    for (const error of errors)
      expect(error).toMatchObject({
        extensions: { code: "invalid_request_error", request_id: response.headers.get("x-request-id") },
      });
  });

  it.each(BOMBS)("over server-sent events: %s", async (_what, payload) => {
    const response = await running.post("/graphql/stream", payload, { headers: { accept: "text/event-stream" } });
    const text = await response.text();
    expect(text).toContain('"code":"invalid_request_error"');
    expect(text).not.toContain('"data":{');
    expect(text.length).toBeLessThan(4096);
  });

  it.each(BOMBS)("over WebSocket: %s", async (_what, payload) => {
    const client = await openAcknowledged({ url: running.url });
    client.send({ type: "subscribe", id: "1", payload });
    const message = JSON.stringify(await client.next());
    expect(message).toContain('"code":"invalid_request_error"');
    expect(message).not.toContain('"data":{');
    expect(message.length).toBeLessThan(4096);
    // The document is refused, and the connection stays open.
    client.send({ type: "subscribe", id: "2", payload: { query: "{ __typename }" } });
    let answer = await client.next();
    while (answer.id !== "2") answer = await client.next();
    expect(answer.payload).toEqual({ data: { __typename: "Query" } });
    client.socket.close();
    await client.closed;
  });

  it("over HTTP: more numbers than GraphQL reads while others wait, which REST takes as tokens", async () => {
    const tokens = Array.from({ length: 1_000_002 }, () => 1);
    const input = { model: "openai/text-embedding-3-small", tokens: [tokens] };
    const query = "mutation ($input: EmbeddingsInput!) { createEmbeddings(input: $input) { id } }";
    const refused = await (await running.post("/graphql", { query, variables: { input } })).json();
    expect(refused).toMatchObject({ errors: [{ message: "body: more than 1000000 commas between values." }] });
    const { model } = input;
    const taken = await running.post("/v1/embeddings", { model, input: tokens });
    expect(await taken.text()).not.toContain("commas");
    running.inference.calls.length = 0;
  });

  it("over HTTP: a body that is too large", async () => {
    const small = await startGateway({ settings: { bodyLimitBytes: () => 64 * 1024 } });
    const response = await small.post("/graphql", { query: `{ __typename } #${"x".repeat(128 * 1024)}` });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "request_too_large" } }] });
    await small.gateway.close(0);
  });

  const CHAT = "subscription ($input: ChatInput!) { chatTokens(input: $input) { __typename } }";
  const input = { model: "openai/gpt-4o-mini", messages: [{ role: "USER", content: "hi" }] };
  it.each([
    ["no message", { ...input, messages: [] }, "messages"],
    ["a temperature of 3", { ...input, temperature: 3 }, "temperature"],
    ["a role there is none of", { ...input, messages: [{ role: "KING", content: "hi" }] }, undefined],
    ["nothing at all", {}, undefined],
    ["half a seed", { ...input, seed: 1.5 }, "seed"],
  ])("over server-sent events: a subscription with %s", async (_what, given, param) => {
    const response = await running.post(
      "/graphql/stream",
      { query: CHAT, variables: { input: given } },
      { headers: { accept: "text/event-stream" } },
    );
    const text = await response.text();
    expect(text).toContain('"code":"invalid_request_error"');
    if (param !== undefined) expect(text).toContain(`"param":"${param}"`);
  });
});
