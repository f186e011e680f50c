import { auditServer } from "graphql-http";
import { type RunningGateway, startGateway } from "../testing/start-gateway";

/** What a server may do otherwise by the specification itself: the audit calls these a notice or a warning. */
const OPTIONAL = new Set(["notice", "warn"]);

describe("GraphQL over HTTP, audited by graphql-http", () => {
  let running: RunningGateway;
  beforeAll(async () => { running = await startGateway(); });
  afterAll(() => running.gateway.close(0));

  it("is what the specification asks for", async () => {
    const results = await auditServer({
      url: `${running.url}/graphql`,
      // As any client from a page does, which has to ask first.
      fetchFn: (url: string, init?: RequestInit) => running.request(url.replace(running.url, ""), { ...init, headers: { "apollo-require-preflight": "1", ...(init?.headers as Record<string, string> | undefined) } }),
    });
    expect(results.length).toBeGreaterThan(50);
    expect(results.filter(({ status }) => status !== "ok" && !OPTIONAL.has(status)).map(({ name, ...rest }) => [name, "reason" in rest ? rest.reason : ""])).toEqual([]);
  });
});
