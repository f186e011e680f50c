import { DEMO_ID, twoOrganizations } from "../testing/fake-services";
import { runTool } from "../testing/run-tool";

const adjusted = (balanceNanoMxn = 0n) => jest.fn().mockResolvedValue({ id: "made-1", balanceNanoMxn });

test.each([
  ["-100", -100_000_000_000n, "-100"],
  ["-0.000000001", -1n, "-0.000000001"],
  ["+12.50", 12_500_000_000n, "12.5"],
])("%s pesos are posted with their sign, and id, amount and new balance are printed", async (pesos, nano, shown) => {
  const adjust = adjusted(-50_000_000_000n);
  const { json, exitCode } = await runTool(`adjust demo ${pesos} --id undo-7 --note typo --json`, {
    billing: { ...twoOrganizations, adjust },
  });
  expect(exitCode).toBe(0);
  expect(adjust).toHaveBeenCalledWith({ organizationId: DEMO_ID, amountNanoMxn: nano, id: "undo-7", note: "typo" });
  expect(json()).toEqual({ org: DEMO_ID, id: "made-1", amount_mxn: shown, balance_mxn: "-50" });
});

test("without --id the service generates one", async () => {
  const adjust = adjusted();
  await runTool("adjust demo -1 --note typo", { billing: { ...twoOrganizations, adjust } });
  expect(adjust).toHaveBeenCalledWith(expect.objectContaining({ id: "" }));
});

test.each(["-0", "+0.0", "-1000000000.1", "+1000000000.1"])(
  "%s pesos are refused in the operator's words",
  async (pesos) => {
    const { exitCode, out, err } = await runTool(`adjust demo ${pesos} --note typo`, { billing: twoOrganizations });
    expect({ exitCode, out, err }).toEqual({
      exitCode: 1,
      out: "",
      err: "cenote: Give pesos other than zero, at most 1000000000.\n",
    });
  },
);

test.each([
  ["a note", "-1"],
  ["a note that says something", '-1 --note ""'],
  ["a sign", "100 --note typo"],
  ["one sign", "+-100 --note typo"],
  ["an id that is not empty", '-1 --note typo --id ""'],
])("it takes %s", async (_, words) => {
  const adjust = adjusted();
  expect((await runTool(`adjust ${DEMO_ID} ${words}`, { billing: { adjust } })).exitCode).toBe(2);
  expect(adjust).not.toHaveBeenCalled();
});
