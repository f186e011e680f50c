import type { BillingService, LedgerEntry } from "@cenote/contracts";
import { UsageGrouping, UsageUnit } from "@cenote/contracts";
import { invalidField, invalidRequest, writeCursor } from "@cenote/core";
import { askGraphql, type Result } from "../testing/ask-graphql";
import { SAMPLE_ORGANIZATION_ID, sampleLimits } from "../testing/samples";
import { type RunningGateway, startGateway } from "../testing/start-gateway";

const counts = {
  failedCalls: 1n,
  inputTokens: 2n ** 40n,
  cachedInputTokens: 0n,
  outputTokens: 1n,
  images: 0n,
  seconds: 0n,
};
const KEY_ID = "22222222-2222-4222-8222-222222222222";
const apiKey = {
  id: KEY_ID,
  organizationId: SAMPLE_ORGANIZATION_ID,
  name: "server",
  hint: "cen_sk_live_…abcd",
  created: new Date(0),
  revoked: undefined,
  limitsInForce: sampleLimits,
};
const entry = (index: number): LedgerEntry => ({
  seq: BigInt(index),
  id: `settle:req_${index}`,
  type: "settle",
  amountNanoMxn: -1_000_000_001n,
  balanceNanoMxn: 5_000_000_000n,
  requestId: `req_${index.toString(16).padStart(24, "0")}`,
  at: new Date(index),
  note: "",
  cursor: `${index}.0`,
  charge: {
    model: "openai/gpt-4o-mini",
    keyId: KEY_ID,
    usage: [{ unit: UsageUnit.USAGE_UNIT_OUTPUT_TOKEN, quantity: 7n, variant: "" }],
    costUsd: "0.05",
    markup: "1.05",
    fx: { mxnPerUsd: "20", source: "fixed", at: new Date(0) },
    priceVersion: "v1",
    record: {
      kind: "chat",
      stream: true,
      outcome: "ok",
      attempts: [{ route: "openai/x", outcome: "ok", durationMs: 3 }],
      durationMs: 5,
      firstContentMs: 2,
    },
  },
});

describe("queries and mutations", () => {
  const rpcs: string[] = [];
  const counted = <K extends keyof BillingService>(name: K, answer: BillingService[K]): BillingService[K] =>
    ((...args: Parameters<BillingService[K]>) => {
      rpcs.push(name);
      return (answer as (...given: unknown[]) => unknown)(...args);
    }) as BillingService[K];
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway({
      billing: {
        listApiKeys({ lastUsed }) {
          rpcs.push(lastUsed === true ? "listApiKeys with last use" : "listApiKeys");
          return Promise.resolve({ apiKeys: [lastUsed === true ? { ...apiKey, lastUsed: "2026-11-20" } : apiKey] });
        },
        revokeApiKey: counted("revokeApiKey", () => Promise.resolve({ apiKey: { ...apiKey, revoked: new Date(1) } })),
        createApiKey: ({ name, limits }) =>
          (limits?.requestsPerMinute ?? 0) > 600
            ? Promise.reject(invalidField("limits.requests_per_minute", "at most the organization's, 600."))
            : Promise.resolve({
                apiKey: {
                  ...apiKey,
                  name,
                  limitsInForce: { ...sampleLimits, requestsPerMinute: limits?.requestsPerMinute ?? 600 },
                },
                secret: "cen_sk_live_secret",
              }),
        updateApiKey: counted("updateApiKey", ({ name = apiKey.name, limits }) =>
          Promise.resolve({ apiKey: { ...apiKey, name, limitsInForce: { ...sampleLimits, ...limits } } }),
        ),
        updateOrganization: ({ organizationId, zdr = false }) =>
          Promise.resolve({
            organization: { id: organizationId, name: "demo", zdr, created: new Date(0), limitsInForce: sampleLimits },
          }),
        listLedgerEntries: counted("listLedgerEntries", ({ page }) => {
          const from = page?.cursor === "" ? 0 : Number(page?.cursor.split(".")[0]) + 1;
          const size = page?.size ?? 0;
          return Promise.resolve({
            entries: Array.from({ length: size }, (_unused, index) => entry(from + index)),
            next: from + size < 60 ? `${from + size - 1}.0` : "",
          });
        }),
        getCharges: counted("getCharges", ({ requestIds }) =>
          Promise.resolve({ entries: requestIds.map((requestId) => ({ ...entry(1), requestId })) }),
        ),
        getUsage: (request) =>
          request.fromDay > "2026-11-30"
            ? Promise.reject(invalidRequest("from_day", "`from_day` is after `to_day`."))
            : Promise.resolve({
                rows: [
                  {
                    day: request.fromDay || "2026-11-01",
                    ...(request.groupBy === UsageGrouping.USAGE_GROUPING_KEY
                      ? { model: "", keyId: request.toDay === "" ? KEY_ID : "" }
                      : { model: "m" }),
                    ...counts,
                    calls: 2n,
                    costNanoMxn: 1n,
                  },
                ],
              }),
        getStatement: ({ fromDay, toDay }) =>
          Promise.resolve({
            fromDay: fromDay || "2026-11-01",
            toDay: toDay || "2026-11-30",
            openingNanoMxn: 50n,
            creditedNanoMxn: 100n,
            adjustedNanoMxn: -1n,
            chargedNanoMxn: 1n,
            closingNanoMxn: 148n,
            postings: [{ id: "top-up", type: "credit", amountNanoMxn: 100n, at: new Date(0), note: "" }],
            postingsLeftOut: 1n,
            models: [{ day: "", ...counts, model: "m", calls: 2n, costNanoMxn: 1n }],
            seq: 9n,
            hash: "ab",
          }),
        createClientToken: (request) =>
          Promise.resolve({
            clientToken: {
              id: KEY_ID,
              organizationId: request.organizationId,
              keyId: request.keyId,
              operations: request.operations,
              models: request.models,
              origins: request.origins,
              budgetNanoMxn: request.budgetNanoMxn,
              created: new Date(0),
              expires: new Date(1000),
              revoked: undefined,
            },
            secret: "cen_ct_live_secret",
          }),
        listClientTokens: ({ organizationId, page }) => {
          const cursor = writeCursor({ createdAtMs: 5, id: KEY_ID });
          const token = {
            id: KEY_ID,
            organizationId,
            keyId: KEY_ID,
            operations: ["balance"],
            models: [],
            origins: [],
            budgetNanoMxn: 1_000_000_001n,
            created: new Date(5),
            expires: new Date(1000),
            revoked: undefined,
            cursor,
            spentNanoMxn: 5n,
          };
          return Promise.resolve(
            page?.cursor === "" ? { clientTokens: [token], next: cursor } : { clientTokens: [], next: "" },
          );
        },
      },
    });
  });
  beforeEach(() => {
    rpcs.length = 0;
  });
  afterAll(() => running.gateway.close(0));

  const ask = (query: string, variables?: object) => askGraphql(running, query, variables);

  it("page through the ledger with stable cursors and exact amounts", async () => {
    const query =
      "query ($after: String) { ledger(first: 2, after: $after) { edges { cursor node { seq type amount balance requestId request { costMxn kind usage { unit quantity } fx { mxnPerUsd source } } } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }";
    const first = (await ask(query)).data?.["ledger"] as {
      edges: { cursor: string; node: object }[];
      pageInfo: Record<string, unknown>;
    };
    expect(first.edges[0]?.node).toEqual({
      seq: 0,
      type: "SETTLE",
      amount: "-1.000000001",
      balance: "5",
      requestId: "req_000000000000000000000000",
      request: {
        costMxn: "1.000000001",
        kind: "CHAT",
        usage: [{ unit: "OUTPUT_TOKEN", quantity: 7 }],
        fx: { mxnPerUsd: "20", source: "FIXED" },
      },
    });
    expect(first.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: first.edges[0]?.cursor,
      endCursor: first.edges[1]?.cursor,
    });
    const second = (await ask(query, { after: first.edges[0]?.cursor })).data?.["ledger"] as typeof first;
    expect(second.edges[0]?.cursor).toBe(first.edges[1]?.cursor);
    expect(second.pageInfo["hasPreviousPage"]).toBe(true);
  });

  it.each([
    ["0", "first"],
    ["101", "first"],
    ["-1", "first"],
  ])("refuse a page of %s", async (first, param) => {
    expect((await ask(`{ ledger(first: ${first}) { pageInfo { endCursor } } }`)).errors?.[0]?.extensions).toMatchObject(
      { code: "invalid_request_error", param },
    );
  });

  it("refuse a cursor of another list", async () => {
    expect(
      (await ask(`{ ledger(after: "bm9uc2Vuc2U") { pageInfo { endCursor } } }`)).errors?.[0]?.extensions,
    ).toMatchObject({ param: "after" });
  });

  it("batch the lookups of a hundred entries into one call to billing", async () => {
    const { data } = await ask("{ ledger(first: 100) { edges { node { request { apiKey { name } } } } } }");
    expect(JSON.stringify(data).match(/"server"/g)).toHaveLength(100);
    expect(rpcs).toEqual(["listLedgerEntries", "listApiKeys"]);
  });

  it("load the API keys once, however many aliases request them", async () => {
    const { data } = await ask(
      `{ ${Array.from({ length: 20 }, (_unused, index) => `k${index}: apiKeys { id }`).join(" ")} }`,
    );
    expect(Object.values(data ?? {})).toEqual(Array.from({ length: 20 }, () => [{ id: KEY_ID }]));
    expect(rpcs).toEqual(["listApiKeys"]);
  });

  it("load when keys were last used once, and only if that is requested", async () => {
    const { data } = await ask(
      `{ a: apiKeys { id lastUsed } b: apiKeys { lastUsed } request(id: "req_0123456789abcdef01234567") { apiKey { lastUsed } } }`,
    );
    const lastUsed = "2026-11-20";
    expect(data).toEqual({ a: [{ id: KEY_ID, lastUsed }], b: [{ lastUsed }], request: { apiKey: { lastUsed } } });
    expect(rpcs).toEqual(["listApiKeys", "getCharges", "listApiKeys with last use"]);
  });

  it("load the charges of all videos and requests of a document with one call", async () => {
    await ask("{ videoJobs(first: 2) { edges { node { id request { costMxn apiKey { name } } } } } }");
    expect(rpcs).toEqual(["getCharges", "listApiKeys"]);
    rpcs.length = 0;
    const many = Array.from(
      { length: 20 },
      (_unused, index) => `r${index}: request(id: "req_${index.toString(16).padStart(24, "0")}") { id }`,
    ).join(" ");
    expect(Object.keys((await ask(`{ ${many} nothing: request(id: "x") { id } }`)).data ?? {})).toHaveLength(21);
    expect(rpcs).toEqual(["getCharges"]);
  });

  it("return usage by model or by key, with counts above 32 bits", async () => {
    expect((await ask(`{ usage(from: "2026-10-01") { day calls failedCalls inputTokens costMxn } }`)).data).toEqual({
      usage: [{ day: "2026-10-01", calls: 2, failedCalls: 1, inputTokens: 2 ** 40, costMxn: "0.000000001" }],
    });
    const row = { day: "2026-11-01", calls: 2 };
    expect((await ask("{ usage { day model keyId calls } }")).data).toEqual({
      usage: [{ ...row, model: "m", keyId: null }],
    });
    expect((await ask("{ usage(by: KEY) { day model keyId calls } }")).data).toEqual({
      usage: [{ ...row, model: "", keyId: KEY_ID }],
    });
    expect((await ask(`{ usage(by: KEY, to: "2026-10-01") { day model keyId calls } }`)).data).toEqual({
      usage: [{ ...row, model: "", keyId: null }],
    });
    expect((await ask(`{ usage(from: "2026-12-01") { day } }`)).errors?.[0]).toMatchObject({
      message: "`from` is after `to`.",
      extensions: { param: "from" },
    });
  });

  it("return a statement, of this month if no days are given", async () => {
    const fields =
      "from to openingMxn creditedMxn adjustedMxn chargedMxn closingMxn postings { id type amountMxn at note } postingsLeftOut models { model calls costMxn } block hash";
    const statement = {
      from: "2026-11-01",
      to: "2026-11-30",
      openingMxn: "0.00000005",
      creditedMxn: "0.0000001",
      adjustedMxn: "-0.000000001",
      chargedMxn: "0.000000001",
      closingMxn: "0.000000148",
      postings: [{ id: "top-up", type: "CREDIT", amountMxn: "0.0000001", at: "1970-01-01T00:00:00.000Z", note: null }],
      postingsLeftOut: 1,
      models: [{ model: "m", calls: 2, costMxn: "0.000000001" }],
      block: 9,
      hash: "ab",
    };
    expect((await ask(`{ statement { ${fields} } }`)).data).toEqual({ statement });
    expect((await ask(`{ statement(from: "2026-10-05", to: "2026-10-06") { from to } }`)).data).toEqual({
      statement: { from: "2026-10-05", to: "2026-10-06" },
    });
  });

  it("create keys, show the secret once, and revoke only keys of the organization", async () => {
    expect((await ask(`mutation { createApiKey(name: "web") { secret apiKey { name hint revoked } } }`)).data).toEqual({
      createApiKey: { secret: "cen_sk_live_secret", apiKey: { name: "web", hint: "cen_sk_live_…abcd", revoked: null } },
    });
    expect((await ask(`mutation { revokeApiKey(id: "${KEY_ID}") { apiKey { revoked } } }`)).data).toEqual({
      revokeApiKey: { apiKey: { revoked: "1970-01-01T00:00:00.001Z" } },
    });
    rpcs.length = 0;
    const foreign = await ask(
      `mutation { revokeApiKey(id: "99999999-9999-4999-8999-999999999999") { apiKey { id } } }`,
    );
    expect(foreign.errors?.[0]?.extensions).toMatchObject({ code: "not_found" });
    expect(rpcs).not.toContain("revokeApiKey");
  });

  it("return the results of a document's other queries if one fails", async () => {
    const { data, errors } = await ask(`{ usage(from: "2026-12-01") { day } apiKeys { id } }`);
    expect(data).toEqual({ usage: null, apiKeys: [{ id: KEY_ID }] });
    expect(errors).toMatchObject([{ path: ["usage"] }]);
  });

  it("return the results of a document's other mutations if one fails", async () => {
    const { data, errors } = await ask(
      `mutation { made: createApiKey(name: "web") { secret } refused: revokeApiKey(id: "99999999-9999-4999-8999-999999999999") { apiKey { id } } }`,
    );
    expect(data).toEqual({ made: { secret: "cen_sk_live_secret" }, refused: null });
    expect(errors).toMatchObject([{ path: ["refused"] }]);
  });

  it("return effective limits, and create a key with its own, never above the organization's", async () => {
    const limits = "limits { requestsPerMinute tokensPerMinute concurrentRequests }";
    expect((await ask(`{ viewer { organization { ${limits} } } apiKeys { ${limits} } }`)).data).toEqual({
      viewer: { organization: { limits: sampleLimits } },
      apiKeys: [{ limits: sampleLimits }],
    });
    const make = (requestsPerMinute: number) =>
      ask(
        `mutation { createApiKey(name: "web", limits: { requestsPerMinute: ${requestsPerMinute} }) { apiKey { limits { requestsPerMinute } } } }`,
      );
    expect((await make(5)).data).toEqual({ createApiKey: { apiKey: { limits: { requestsPerMinute: 5 } } } });
    const { errors } = await make(601);
    expect(errors?.[0]).toMatchObject({
      message: "limits.requestsPerMinute: at most the organization's, 600.",
      extensions: { code: "invalid_request_error", param: "limits.requestsPerMinute" },
    });
  });

  it("change only keys of the organization, and only the given fields", async () => {
    const change = (what: string, id = KEY_ID) =>
      ask(
        `mutation { updateApiKey(id: "${id}", ${what}) { apiKey { name limits { requestsPerMinute tokensPerMinute } } } }`,
      );
    expect((await change(`name: "laptop"`)).data).toEqual({
      updateApiKey: {
        apiKey: {
          name: "laptop",
          limits: { requestsPerMinute: sampleLimits.requestsPerMinute, tokensPerMinute: sampleLimits.tokensPerMinute },
        },
      },
    });
    expect((await change("limits: { requestsPerMinute: 5, tokensPerMinute: null }")).data).toEqual({
      updateApiKey: { apiKey: { name: "server", limits: { requestsPerMinute: 5, tokensPerMinute: 0 } } },
    });
    rpcs.length = 0;
    expect(
      (await change(`name: "theirs"`, "99999999-9999-4999-8999-999999999999")).errors?.[0]?.extensions,
    ).toMatchObject({ code: "not_found" });
    expect(rpcs).not.toContain("updateApiKey");
  });

  it("set guardrails", async () => {
    expect((await ask("mutation { setGuardrails(zdr: true) { organization { zdr } } }")).data).toEqual({
      setGuardrails: { organization: { zdr: true } },
    });
  });

  it("create client tokens", async () => {
    const query =
      "mutation ($input: ClientTokenInput!) { createClientToken(input: $input) { secret clientToken { operations models origins budget spent expires } } }";
    expect(
      (await ask(query, { input: { operations: ["CHAT"], budget: "0.5", origins: ["https://app.example"] } })).data,
    ).toEqual({
      createClientToken: {
        secret: "cen_ct_live_secret",
        clientToken: {
          operations: ["CHAT"],
          models: [],
          origins: ["https://app.example"],
          budget: "0.5",
          spent: "0",
          expires: "1970-01-01T00:00:01.000Z",
        },
      },
    });
    for (const [change, param] of [
      [{ budget: "0" }, "budget"],
      [{ budget: "0.0000000001" }, "budget"],
      [{ budget: "1000000000.1" }, "budget"],
      [{ ttlSeconds: 0 }, "ttlSeconds"],
    ] as const) {
      expect(
        (await ask(query, { input: { operations: ["CHAT"], budget: "1", ...change } })).errors?.[0]?.extensions,
      ).toMatchObject({ code: "invalid_request_error", param });
    }
  });

  it("list client tokens page by page", async () => {
    const query =
      "query ($after: String) { clientTokens(first: 1, after: $after) { edges { node { id apiKeyId operations budget spent revoked } } pageInfo { hasNextPage endCursor } } }";
    const first = (await ask(query)).data?.["clientTokens"] as { readonly pageInfo: { readonly endCursor: string } };
    expect(first).toMatchObject({
      edges: [
        {
          node: {
            apiKeyId: KEY_ID,
            operations: ["BALANCE"],
            budget: "1.000000001",
            spent: "0.000000005",
            revoked: null,
          },
        },
      ],
      pageInfo: { hasNextPage: true },
    });
    expect((await ask(query, { after: first.pageInfo.endCursor })).data).toMatchObject({
      clientTokens: { edges: [], pageInfo: { hasNextPage: false, endCursor: null } },
    });
    expect((await ask(query, { after: "made up" })).errors?.[0]?.extensions).toMatchObject({
      code: "invalid_request_error",
      param: "after",
    });
  });

  it("store a persisted query and run it by its hash", async () => {
    const hash = "ecf4edb46db40b5132295c0291d62fb65d6759a9eedfa4d5d612dd5ec54a6b38";
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
    const unknown = (await (await running.post("/graphql", { extensions })).json()) as Result;
    expect(unknown.errors?.[0]?.message).toBe("PersistedQueryNotFound");
    expect(await (await running.post("/graphql", { query: "{__typename}", extensions })).json()).toEqual({
      data: { __typename: "Query" },
    });
    expect(await (await running.post("/graphql", { extensions })).json()).toEqual({ data: { __typename: "Query" } });
  });

  it("forget a persisted query after a while: it may hold content", async () => {
    const hash = "ecf4edb46db40b5132295c0291d62fb65d6759a9eedfa4d5d612dd5ec54a6b38";
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
    const forgetful = await startGateway({ limits: { documentAgeMs: 20 } });
    await forgetful.post("/graphql", { query: "{__typename}", extensions });
    let answer: Result;
    do answer = (await (await forgetful.post("/graphql", { extensions })).json()) as Result;
    while (answer.errors === undefined);
    expect(answer.errors[0]?.message).toBe("PersistedQueryNotFound");
    await forgetful.gateway.close(0);
  });

  it("refuse a subscription and name its address", async () => {
    const response = await running.post("/graphql", { query: "subscription { balance { balance } }" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [
        {
          message: expect.stringContaining("/graphql/stream"),
          extensions: { code: "invalid_request_error", param: "query" },
        },
      ],
    });
  });

  it.each([
    [
      "nested inline fragments",
      `{ ledger { edges { node { request { apiKey { ${"... { ".repeat(3)} id ${"} ".repeat(3)} } } } } } }`,
      true,
    ],
    [
      "fifty aliases of a list",
      `{ ${Array.from({ length: 50 }, (_unused, index) => `a${index}: models { id prices { usd } }`).join(" ")} }`,
      false,
    ],
    [
      "lists of lists",
      `{ ${Array.from({ length: 5 }, (_unused, index) => `a${index}: ledger(first: 100) { edges { node { id seq amount balance type at note requestId request { id model kind costMxn } } } }`).join(" ")} }`,
      false,
    ],
    ["a length in a variable", "query ($n: Int!) { a: ledger(first: $n) { edges { node { id } } } }", true],
  ])("limit the cost of %s", async (_what, query, isAllowed) => {
    const result = await ask(query, { n: 10 });
    if (isAllowed) expect(result.errors).toBeUndefined();
    else expect(result.errors?.[0]?.extensions).toMatchObject({ code: "invalid_request_error", param: "query" });
  });
});
