import { DEMO_ID, twoOrganizations } from "../testing/fake-services";
import { runTool } from "../testing/run-tool";

const topUp = (changes: object) => ({
  id: "00000000-0000-4000-8000-0000000000aa",
  organizationId: DEMO_ID,
  amountNanoMxn: 200_050_000_000n,
  state: "paid",
  checkoutUrl: "",
  refundedNanoMxn: 0n,
  created: new Date("2026-11-25T10:00:00.123Z"),
  ended: new Date("2026-11-25T10:01:00.000Z"),
  ...changes,
});
const waiting = topUp({ state: "processing", amountNanoMxn: 1_000_000_000_000n, ended: undefined });

test("lists what was paid in, with its state, to the cent", async () => {
  const listTopUps = jest.fn().mockResolvedValue({ topUps: [waiting, topUp({ refundedNanoMxn: 30n })], next: "c2" });
  const billing = { ...twoOrganizations, listTopUps };
  const { json } = await runTool("top-ups demo --limit 2 --cursor c1 --json", { billing });
  expect(listTopUps).toHaveBeenCalledWith({ organizationId: DEMO_ID, page: { size: 2, cursor: "c1" } });
  expect(json()).toEqual({
    top_ups: [
      expect.objectContaining({ amount_mxn: "1000", state: "processing", ended: null }),
      {
        id: "00000000-0000-4000-8000-0000000000aa",
        amount_mxn: "200.05",
        state: "paid",
        refunded_mxn: "0.00000003",
        created: "2026-11-25T10:00:00.123Z",
        ended: "2026-11-25T10:01:00.000Z",
      },
    ],
    next: "c2",
  });
  const { out } = await runTool("top-ups demo", { billing });
  expect(out).toMatch(/^CREATED +STATE +MXN +PAID BACK +ID\n2026-11-25 10:00:00Z +processing +1000 /);
  expect(out).toContain("more: --cursor c2");
});

test("says that nothing was paid in", async () => {
  const listTopUps = jest.fn().mockResolvedValue({ topUps: [], next: "" });
  const { out } = await runTool("top-ups demo", { billing: { ...twoOrganizations, listTopUps } });
  expect(out).toBe("Nothing was paid in.\n");
});
