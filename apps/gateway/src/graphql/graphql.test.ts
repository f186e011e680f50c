import { CenoteError } from "@cenote/core";
import { buildSchema } from "graphql";
import { SAMPLE_ORGANIZATION_ID } from "../testing/samples";
import { type RunningGateway, startGateway } from "../testing/start-gateway";

interface Result {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly locations?: readonly { readonly line: number; readonly column: number }[];
    readonly path?: readonly string[];
    readonly extensions: Record<string, unknown>;
  }[];
}

describe("/graphql", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  const ask = async (query: string, gateway = running, variables?: object) => {
    const response = await gateway.post("/graphql", { query, variables });
    return { response, result: (await response.json()) as Result };
  };

  it("returns the caller's organization and its balance, as exact decimals", async () => {
    const { result } = await ask("{ viewer { organization { id name zdr } balance held available } }");
    expect(result).toEqual({
      data: {
        viewer: {
          organization: { id: SAMPLE_ORGANIZATION_ID, name: "demo", zdr: false },
          balance: "50.000000001",
          held: "0.000000001",
          available: "50",
        },
      },
    });
  });

  it("lists models with their limits and prices", async () => {
    const { result } = await ask(
      "{ models { id type created contextLength capabilities dimensions zdr simulated prices { unit variant per usd mxn } } }",
    );
    expect(result.data?.["models"]).toMatchObject([
      {
        id: "openai/gpt-4o-mini",
        type: "CHAT",
        created: "2026-09-21T14:13:20.000Z",
        contextLength: 128_000,
        capabilities: ["TOOLS", "VISION"],
        dimensions: null,
        zdr: true,
        simulated: false,
        prices: [{ unit: "INPUT_TOKEN", variant: null, per: 1_000_000, usd: "0.1575", mxn: "3.15" }, {}, {}],
      },
      { id: "openai/text-embedding-3-small", dimensions: 1536, contextLength: null },
      { id: "google/veo", prices: [{ unit: "SECOND", per: 1, usd: "0.42", mxn: "8.4" }] },
    ]);
  });

  it.each([
    ["no", {}, "missing_api_key"],
    ["an unknown", { authorization: "Bearer nope" }, "invalid_api_key"],
  ])("answers %s key with 401 in GraphQL's shape", async (_what, headers, code) => {
    const response = await fetch(`${running.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: `{"query":"{ __typename }"}`,
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code, request_id: response.headers.get("x-request-id") } }],
    });
  });

  it.each([
    ["a syntax error", { query: "{" }],
    ["an unknown field", { query: "{ nope }" }],
    ["no query", {}],
    ["a query of another type", { query: 5 }],
    ["variables of another type", { query: "{ __typename }", variables: "x" }],
    ["several queries", [{ query: "{ __typename }" }]],
    ["an unknown operation", { query: "query a { __typename }", operationName: "b" }],
  ])("answers %s with 400 and the code of REST", async (_what, body) => {
    const response = await running.post("/graphql", body);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as Result;
    expect(errors?.[0]?.extensions).toEqual({
      code: "invalid_request_error",
      retryable: false,
      param: "query",
      request_id: response.headers.get("x-request-id"),
    });
  });

  it.each([
    ["a syntax error", "{\n  viewer {", { line: 2, column: 11 }],
    ["an unknown field", "{\n  nope\n}", { line: 2, column: 3 }],
    ["a value of another type", '{\n  videoJob(id: "nope") { id }\n}', { line: 2, column: 16 }],
  ])("says where in the document %s is", async (_what, query, place) => {
    const { result } = await ask(query);
    expect(result.errors?.[0]?.locations).toEqual([place]);
  });

  it.each([
    ["a variable of another type", "query ($n: Int!) { ledger(first: $n) { edges { cursor } } }", { n: "x" }],
    [
      "null for a field's argument, from a variable with a default",
      "query ($n: Int = 5) { ledger(first: $n) { edges { cursor } } }",
      { n: null },
    ],
    [
      "null for a directive's argument, from a variable with a default",
      "query ($if: Boolean = true) { viewer { balance @include(if: $if) } }",
      { if: null },
    ],
    [
      "null for a mutation's argument, from a variable with a default",
      `mutation ($id: UUID = "22222222-2222-4222-8222-222222222222") { revokeApiKey(id: $id) { apiKey { id } } }`,
      { id: null },
    ],
  ])("answers %s with invalid_request_error, not internal_error", async (_what, query, variables) => {
    const { result } = await ask(query, running, variables);
    expect(result.errors).toMatchObject([
      { extensions: { code: "invalid_request_error", retryable: false, param: "variables" } },
    ]);
  });

  it("answers a refused key in the requested media type, so that clients read its code", async () => {
    const refuse = async (accept: string) =>
      (
        await running.post(
          "/graphql",
          { query: "{ __typename }" },
          { headers: { accept, authorization: "Bearer nope" } },
        )
      ).headers.get("content-type");
    expect(await refuse("application/graphql-response+json,application/json;q=0.9")).toBe(
      "application/graphql-response+json; charset=utf-8",
    );
    expect(await refuse("application/json")).toBe("application/json; charset=utf-8");
  });

  it("answers a body that is not JSON in GraphQL's shape", async () => {
    const response = await running.post("/graphql", undefined, { body: "{" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ message: "body: not valid JSON at position 1.", extensions: { code: "invalid_request_error" } }],
    });
  });

  it("passes on a service's error with path, code and request id", async () => {
    const broken = await startGateway({ billing: { getBalance: () => Promise.reject(new CenoteError("overloaded")) } });
    const { response, result } = await ask("{ viewer { balance } }", broken);
    expect(response.status).toBe(200);
    expect(result.errors).toMatchObject([
      {
        path: ["viewer"],
        extensions: { code: "overloaded", retryable: true, request_id: response.headers.get("x-request-id") },
      },
    ]);
    await broken.gateway.close(0);
  });

  it("logs the text of a bug, and does not send it", async () => {
    const logged: object[] = [];
    const broken = await startGateway({
      billing: { getBalance: () => Promise.reject(new Error("password=hunter2")) },
      log: {
        debug: () => {},
        info: () => {},
        warn: () => {},
        error: (fields) => {
          logged.push(fields);
        },
      },
    });
    const { response, result } = await ask("{ viewer { balance } }", broken);
    expect(JSON.stringify(result)).not.toContain("hunter2");
    expect(result.errors).toMatchObject([{ extensions: { code: "internal_error" } }]);
    expect(logged).toMatchObject([
      { requestId: response.headers.get("x-request-id"), error: { message: "password=hunter2" } },
    ]);
    await broken.gateway.close(0);
  });

  it("shows its schema only if the setting allows it", async () => {
    const served = await fetch(`${running.url}/schema.graphql`);
    expect(served.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(
      buildSchema(await served.text())
        .getSubscriptionType()
        ?.getFields(),
    ).toHaveProperty("chatTokens");
    const introspection = "{ __schema { queryType { name } } }";
    expect((await ask(introspection)).result.data).toEqual({ __schema: { queryType: { name: "Query" } } });
    const closed = await startGateway({ settings: { graphql: () => ({ introspection: false, landingPage: false }) } });
    const { response, result } = await ask(introspection, closed);
    expect(response.status).toBe(400);
    expect(result.errors?.[0]?.extensions["code"]).toBe("invalid_request_error");
    expect((await fetch(`${closed.url}/schema.graphql`)).status).toBe(404);
    await closed.gateway.close(0);
  });

  it("applies changed settings to the schema and the page at once", async () => {
    let settings = { introspection: true, landingPage: false };
    const changing = await startGateway({ settings: { graphql: () => settings } });
    const introspection = "{ __schema { queryType { name } } }";
    const shown = async () => {
      const page = await fetch(`${changing.url}/graphql`, { headers: { accept: "text/html" } });
      const streamed = await changing.post(
        "/graphql/stream",
        { query: introspection },
        { headers: { accept: "text/event-stream" } },
      );
      return [
        (await ask(introspection, changing)).response.status,
        (await streamed.text()).includes("queryType"),
        (await fetch(`${changing.url}/schema.graphql`)).status,
        page.status,
      ];
    };
    const open = [200, true, 200, 401];
    expect(await shown()).toEqual(open);
    settings = { introspection: false, landingPage: true };
    expect(await shown()).toEqual([400, false, 404, 200]);
    settings = { introspection: true, landingPage: false };
    expect(await shown()).toEqual(open);
    await changing.gateway.close(0);
  });

  it("answers GET only with a header that a browser can't send without preflight", async () => {
    const path = "/graphql?query=%7B__typename%7D";
    expect((await running.request(path)).status).toBe(400);
    expect(await (await running.request(path, { headers: { "apollo-require-preflight": "1" } })).json()).toEqual({
      data: { __typename: "Query" },
    });
  });

  it.each(["/graphql", "/graphql/stream"])(
    "refuses variables that are nested deeply in the address of %s",
    async (path) => {
      const nested = (levels: number) => `{"id":${"[".repeat(levels)}${"]".repeat(levels)}}`;
      const get = (variables: string) =>
        running.request(
          `${path}?${new URLSearchParams({ query: "query ($id: ID!) { request(id: $id) { id } }" }).toString()}&variables=${variables}`,
          { headers: { "apollo-require-preflight": "1" } },
        );
      // Reading as many levels one inside the other would overflow the stack.
      const response = await get(nested(7_000));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        errors: [{ message: "variables: nested more than 64 levels deep.", extensions: { param: "variables" } }],
      });
      // The library's own complaint, in its own words: they are read.
      expect(await (await get(nested(63))).text()).toContain("ID cannot represent value");
    },
  );

  it("refuses a query whose fragments expand to too many selections", async () => {
    const levels = Array.from(
      { length: 30 },
      (_, index) => `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`,
    ).join(" ");
    const { response } = await ask(`{ ...f0 } ${levels} fragment f30 on Query { __typename viewer { balance } }`);
    expect(response.status).toBe(400);
  });

  it("refuses callers while it closes, in GraphQL's shape", async () => {
    const crowded = await startGateway({ limits: { openCalls: 0 } });
    const { response, result } = await ask("{ __typename }", crowded);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(result.errors).toMatchObject([{ extensions: { code: "overloaded" } }]);
    await crowded.gateway.close(0);
  });
});

describe("a browser", () => {
  it("gets a page without a key if the setting allows it", async () => {
    const running = await startGateway({ settings: { graphql: () => ({ introspection: true, landingPage: true }) } });
    const page = await fetch(`${running.url}/graphql`, { headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")]);
    expect(
      (await fetch(`${running.url}/graphql?query=%7B__typename%7D`, { headers: { "apollo-require-preflight": "1" } }))
        .status,
    ).toBe(401);
    await running.gateway.close(0);
  });

  it("is whoever accepts a page and no JSON: all others need a key", async () => {
    const { url, request, gateway } = await startGateway({
      settings: { graphql: () => ({ introspection: true, landingPage: true }) },
    });
    const path = "/graphql?query=%7B__typename%7D";
    const both = { accept: "application/json, text/html", "apollo-require-preflight": "1" };
    const refused = await fetch(`${url}${path}`, { headers: both });
    expect([refused.status, await refused.json()]).toMatchObject([
      401,
      { errors: [{ extensions: { code: "missing_api_key" } }] },
    ]);
    expect(await (await request(path, { headers: both })).json()).toEqual({ data: { __typename: "Query" } });
    const page = await fetch(`${url}${path}`, { headers: { ...both, accept: "text/html;q=0.1, */*" } });
    expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")]);
    await gateway.close(0);
  });
});
