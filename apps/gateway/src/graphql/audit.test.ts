import { auditServer } from "graphql-http";
import { type RunningGateway, startGateway } from "../testing/start-gateway";

/** By the audit's own ids: what it says should be, and is not. All of it is one decision. */
const LEFT_OUT = new Map(
  ["572B", "FDE2", "7B9B"].map((id) => [
    id,
    "A document that can't be parsed, checked or given its variables is a 400 whatever is accepted, as a bad body is on REST: proxies, logs and retries see that it failed.",
  ]),
);
/** Of the audit's present release: MUST, SHOULD and MAY. */
const AUDITS = 61;

describe("GraphQL over HTTP, audited by graphql-http", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  it("is what the specification says must, should and may be, but for what is left out with a reason", async () => {
    const results = await auditServer({
      url: `${running.url}/graphql`,
      // As any client from a page does, which has to ask first.
      fetchFn: (url: string, init?: RequestInit) =>
        running.request(url.replace(running.url, ""), {
          ...init,
          headers: { "apollo-require-preflight": "1", ...(init?.headers as Record<string, string> | undefined) },
        }),
    });
    const missed = results.filter(({ status }) => status !== "ok");
    expect(
      missed
        .filter(({ id }) => !LEFT_OUT.has(id))
        .map(({ name, ...rest }) => [name, "reason" in rest ? rest.reason : ""]),
    ).toEqual([]);
    expect(missed.map(({ id, name }) => [id, /^[A-Z]+/.exec(name)?.[0]])).toEqual(
      [...LEFT_OUT.keys()].map((id) => [id, "SHOULD"]),
    );
    expect(results).toHaveLength(AUDITS);
  });
});
