import fc from "fast-check";
import { DEMO_ID, twoOrganizations } from "../testing/fake-services";
import { runTool } from "../testing/run-tool";

const credited = (balanceNanoMxn = 0n) => jest.fn().mockResolvedValue({ id: "made-1", balanceNanoMxn });

test("pesos reach the ledger exactly, however many digits they have", async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 1n, max: 1_000_000_000_000_000_000n }), async (nano) => {
      const credit = credited(nano);
      const digits = nano.toString().padStart(10, "0");
      const pesos = `${digits.slice(0, -9)}.${digits.slice(-9)}`;
      const { exitCode } = await runTool(`credit ${DEMO_ID} ${pesos}`, { billing: { credit } });
      expect(exitCode).toBe(0);
      expect(credit).toHaveBeenCalledWith(expect.objectContaining({ amountNanoMxn: nano }));
    }),
    { numRuns: 50 },
  );
});

test("prints id, amount and new balance", async () => {
  const credit = credited(62_500_000_001n);
  const { json } = await runTool("credit demo 12.50 --id invoice-7 --json", {
    billing: { ...twoOrganizations, credit },
  });
  expect(credit).toHaveBeenCalledWith({
    organizationId: DEMO_ID,
    amountNanoMxn: 12_500_000_000n,
    id: "invoice-7",
    note: "cenote credit",
  });
  expect(json()).toEqual({ org: DEMO_ID, id: "made-1", amount_mxn: "12.5", balance_mxn: "62.500000001" });
});

test("without --id the service generates one", async () => {
  const credit = credited();
  await runTool("credit demo 1", { billing: { ...twoOrganizations, credit } });
  expect(credit).toHaveBeenCalledWith(expect.objectContaining({ id: "" }));
});

test.each(["0", "-5", "1000000000.1"])("%s pesos are refused in the operator's words", async (pesos) => {
  const { exitCode, out, err } = await runTool(`credit demo ${pesos}`, { billing: twoOrganizations });
  expect({ exitCode, out, err }).toEqual({
    exitCode: 1,
    out: "",
    err: "cenote: Give pesos above zero, at most 1000000000.\n",
  });
});

test("more digits than an amount can have are refused for that, and not for their form", async () => {
  const { exitCode, err } = await runTool(`credit demo 1${"0".repeat(30)}`, { billing: twoOrganizations });
  expect(exitCode).toBe(2);
  expect(err).toContain("Give at most 1000000000 pesos.");
});

test("an empty id is refused: it would make each repetition another credit", async () => {
  const credit = credited();
  const { exitCode } = await runTool(`credit ${DEMO_ID} 1 --id ""`, { billing: { credit } });
  expect(exitCode).toBe(2);
  expect(credit).not.toHaveBeenCalled();
});
