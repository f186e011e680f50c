import { UsageGrouping, type UsageRow } from "@cenote/contracts";
import { CREATED, DEMO_ID, twoOrganizations } from "../testing/fake-services";
import { runTool } from "../testing/run-tool";

const row: UsageRow = {
  day: "2026-11-21",
  model: "openai/gpt-4o-mini",
  calls: 3n,
  failedCalls: 1n,
  inputTokens: 300n,
  cachedInputTokens: 20n,
  outputTokens: 45n,
  images: 0n,
  seconds: 0n,
  costNanoMxn: 1_234_567n,
};

test("lists usage by day and model, and the exact total", async () => {
  const getUsage = jest.fn().mockResolvedValue({ rows: [row, { ...row, day: "2026-11-22", costNanoMxn: 1n }] });
  const { json } = await runTool("usage demo --from 2026-11-21 --to 2026-11-22 --json", {
    billing: { ...twoOrganizations, getUsage },
  });
  expect(getUsage).toHaveBeenCalledWith({ organizationId: DEMO_ID, fromDay: "2026-11-21", toDay: "2026-11-22" });
  expect(json()).toMatchObject({
    org: DEMO_ID,
    rows: [
      {
        day: "2026-11-21",
        model: "openai/gpt-4o-mini",
        calls: 3,
        failed_calls: 1,
        input_tokens: 300,
        cached_input_tokens: 20,
        output_tokens: 45,
        images: 0,
        seconds: 0,
        cost_mxn: "0.001234567",
      },
      { day: "2026-11-22", cost_mxn: "0.000000001" },
    ],
    cost_mxn: "0.001234568",
  });
});

test("leaves the default period to the service, and says if there is no usage", async () => {
  const getUsage = jest.fn().mockResolvedValue({ rows: [] });
  const { out } = await runTool("usage demo", { billing: { ...twoOrganizations, getUsage } });
  expect(getUsage).toHaveBeenCalledWith({ organizationId: DEMO_ID, fromDay: "", toDay: "" });
  expect(out).toBe("no usage\n");
});

test("as CSV has the rows of the JSON form, also where there are none", async () => {
  const getUsage = jest.fn().mockResolvedValue({ rows: [row] });
  const csv = async () => (await runTool("usage demo --csv", { billing: { ...twoOrganizations, getUsage } })).out;
  const titles =
    "day,model,calls,failed_calls,input_tokens,cached_input_tokens,output_tokens,images,seconds,cost_mxn\n";
  expect(await csv()).toBe(`${titles}2026-11-21,openai/gpt-4o-mini,3,1,300,20,45,0,0,0.001234567\n`);
  getUsage.mockResolvedValue({ rows: [] });
  expect(await csv()).toBe(titles);
});

describe("by key", () => {
  const KEY_ID = "33333333-3333-4333-8333-333333333333";
  const apiKey = {
    id: KEY_ID,
    organizationId: DEMO_ID,
    name: "team red",
    hint: "cen_sk_...",
    created: CREATED,
    revoked: undefined,
  };
  const getUsage = jest.fn().mockResolvedValue({
    rows: [
      { ...row, model: "", keyId: KEY_ID },
      { ...row, model: "", keyId: "", costNanoMxn: 1n },
    ],
  });
  const billing = { ...twoOrganizations, getUsage, listApiKeys: () => Promise.resolve({ apiKeys: [apiKey] }) };

  test("rows name the key, and say where it is not known", async () => {
    const { json } = await runTool("usage demo --by key --json", { billing });
    expect(getUsage).toHaveBeenCalledWith({
      organizationId: DEMO_ID,
      fromDay: "",
      toDay: "",
      groupBy: UsageGrouping.USAGE_GROUPING_KEY,
    });
    expect(json()).toMatchObject({
      org: DEMO_ID,
      rows: [
        { day: row.day, key_id: KEY_ID, name: "team red", calls: 3 },
        { key_id: null, name: null },
      ],
      cost_mxn: "0.001234568",
    });
    expect(json()).not.toHaveProperty("rows.0.model");
  });

  test("in a table", async () => {
    const { out } = await runTool("usage demo --by key", { billing });
    const lines = out.split("\n");
    expect(lines[0]).toMatch(/^DAY +KEY +NAME +CALLS +/);
    expect(lines[1]).toMatch(new RegExp(`^2026-11-21 +${KEY_ID} +team red +3 +`));
    expect(lines[2]).toMatch(/^2026-11-21 +unknown +3 +/);
  });

  test("as CSV, in which a spreadsheet takes no name for a formula", async () => {
    const named = { ...billing, listApiKeys: () => Promise.resolve({ apiKeys: [{ ...apiKey, name: '=1+"a",b' }] }) };
    const { out } = await runTool("usage demo --by key --csv", { billing: named });
    expect(out.split("\n")).toEqual([
      "day,key_id,name,calls,failed_calls,input_tokens,cached_input_tokens,output_tokens,images,seconds,cost_mxn",
      `2026-11-21,${KEY_ID},"'=1+""a"",b",3,1,300,20,45,0,0,0.001234567`,
      "2026-11-21,,,3,1,300,20,45,0,0,0.000000001",
      "",
    ]);
  });

  test("is one of two ways", async () => {
    expect((await runTool("usage demo --by user", { billing })).exitCode).toBe(2);
  });
});
