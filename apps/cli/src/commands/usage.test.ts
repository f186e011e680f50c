import type { UsageRow } from "@cenote/contracts";
import { DEMO_ID, twoOrganizations } from "../__fixtures__/fake-services";
import { runTool } from "../__fixtures__/run-tool";

const row: UsageRow = {
  day: "2026-11-21", model: "openai/gpt-4o-mini", calls: 3n, failedCalls: 1n, inputTokens: 300n, cachedInputTokens: 20n, outputTokens: 45n, images: 0n, seconds: 0n,
  costNanoMxn: 1_234_567n,
};

test("lists usage by day and model, and the exact total", async () => {
  const getUsage = jest.fn().mockResolvedValue({ rows: [row, { ...row, day: "2026-11-22", costNanoMxn: 1n }] });
  const { json } = await runTool("usage demo --from 2026-11-21 --to 2026-11-22 --json", { billing: { ...twoOrganizations, getUsage } });
  expect(getUsage).toHaveBeenCalledWith({ organizationId: DEMO_ID, fromDay: "2026-11-21", toDay: "2026-11-22" });
  expect(json()).toMatchObject({
    org: DEMO_ID,
    rows: [
      {
        day: "2026-11-21", model: "openai/gpt-4o-mini", calls: 3, failed_calls: 1, input_tokens: 300, cached_input_tokens: 20, output_tokens: 45, images: 0, seconds: 0,
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
