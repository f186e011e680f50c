import { askGraphql } from "../../testing/ask-graphql";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const COUNTS = { failedCalls: 0n, inputTokens: 0n, cachedInputTokens: 0n, outputTokens: 0n, images: 0n, seconds: 0n };

describe("usage", () => {
  let running: RunningGateway;
  let rows = 0;
  beforeAll(async () => {
    const row = { day: "2026-11-01", model: "m", keyId: "", calls: 1n, costNanoMxn: 1n, ...COUNTS };
    running = await startGateway({
      billing: { getUsage: () => Promise.resolve({ rows: Array.from({ length: rows }, () => row) }) },
    });
  });
  afterAll(() => running.gateway.close(0));

  it("is told in full up to ten thousand rows, and beyond them asks for fewer days", async () => {
    rows = 10_000;
    const { data } = await askGraphql(running, "{ usage { day } }");
    expect(data?.["usage"]).toHaveLength(10_000);
    rows++;
    const { errors } = await askGraphql(running, "{ usage { day } }");
    expect(errors).toMatchObject([
      { message: expect.stringContaining("fewer days"), extensions: { code: "invalid_request_error", param: "from" } },
    ]);
  });

  it("is not told many times in one document", async () => {
    rows = 1;
    const many = Array.from({ length: 9 }, (_, index) => `a${index}: usage { day }`).join(" ");
    const { errors } = await askGraphql(running, `{ ${many} }`);
    expect(errors?.[0]?.message).toContain("query: may cost");
  });
});
