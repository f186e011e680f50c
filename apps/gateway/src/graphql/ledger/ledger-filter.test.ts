import type { ListLedgerEntriesRequest } from "@cenote/contracts";
import { invalidRequest } from "@cenote/core";
import { askGraphql } from "../../testing/ask-graphql";
import { SAMPLE_ORGANIZATION_ID } from "../../testing/samples";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const KEY_ID = "22222222-2222-4222-8222-222222222222";
const TOKEN_ID = "33333333-3333-4333-8333-333333333333";
const QUERY =
  "query ($filter: LedgerFilter, $after: String) { ledger(first: 5, filter: $filter, after: $after) { edges { cursor } pageInfo { hasNextPage endCursor } } }";

describe("the ledger with a filter", () => {
  const requests: ListLedgerEntriesRequest[] = [];
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway({
      billing: {
        listLedgerEntries(request) {
          requests.push(request);
          if (request.filter?.outcome === "refuse me")
            return Promise.reject(invalidRequest("filter.outcome", "No such outcome."));
          return Promise.resolve({ entries: [], next: request.page?.cursor === "" ? "700.0" : "" });
        },
      },
    });
  });
  beforeEach(() => {
    requests.length = 0;
  });
  afterAll(() => running.gateway.close(0));

  const ask = (filter: object | null, after?: string) => askGraphql(running, QUERY, { filter, after });

  it("passes every field on, for the caller's own organization", async () => {
    await ask({
      types: ["SETTLE", "RELEASE"],
      from: "2026-11-22T00:00:00Z",
      to: "2026-11-23T00:00:00Z",
      model: "openai/*",
      apiKeyId: KEY_ID,
      clientTokenId: TOKEN_ID,
      kind: "CHAT",
      outcome: "failed",
    });
    expect(requests).toEqual([
      {
        organizationId: SAMPLE_ORGANIZATION_ID,
        page: { size: 5, cursor: "" },
        filter: {
          types: ["settle", "release"],
          from: new Date("2026-11-22T00:00:00Z"),
          to: new Date("2026-11-23T00:00:00Z"),
          model: "openai/*",
          keyId: KEY_ID,
          clientTokenId: TOKEN_ID,
          kind: "chat",
          outcome: "failed",
        },
      },
    ]);
  });

  it("leaves out fields that are null, and the whole filter if there is none", async () => {
    await ask({ outcome: null, from: null, model: "a/b" });
    await ask(null);
    expect(requests.map(({ filter }) => filter)).toEqual([{ types: [], model: "a/b" }, undefined]);
  });

  it("continues where an empty page stopped searching", async () => {
    const page = { edges: [], pageInfo: { hasNextPage: true, endCursor: expect.any(String) as string } };
    const first = await ask({ model: "a/b" });
    expect(first.data).toEqual({ ledger: page });
    const ledger = first.data?.["ledger"] as typeof page | undefined;
    expect((await ask({ model: "a/b" }, ledger?.pageInfo.endCursor)).data).toEqual({
      ledger: { edges: [], pageInfo: { hasNextPage: false, endCursor: null } },
    });
    expect(requests[1]?.page?.cursor).toBe("700.0");
  });

  it("is refused as billing refuses it, and unknown kinds by the schema", async () => {
    expect((await ask({ outcome: "refuse me" })).errors?.[0]?.extensions).toMatchObject({
      code: "invalid_request_error",
      param: "filter.outcome",
    });
    expect((await ask({ kind: "AUDIO" })).errors).toHaveLength(1);
    expect(requests).toHaveLength(1);
  });
});
