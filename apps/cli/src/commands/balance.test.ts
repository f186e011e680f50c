import { DEMO_ID, twoOrganizations } from "../testing/fake-services";
import { runTool } from "../testing/run-tool";

const getBalance = jest.fn().mockResolvedValue({
  balanceNanoMxn: 49_999_700_000n,
  heldNanoMxn: 12_000_000_000n,
  availableNanoMxn: 37_999_700_000n,
});
const around = { billing: { ...twoOrganizations, getBalance } };

test("all three amounts, as exact decimal strings", async () => {
  expect((await runTool("balance demo --json", around)).json()).toEqual({
    org: DEMO_ID,
    balance_mxn: "49.9997",
    held_mxn: "12",
    available_mxn: "37.9997",
  });
});

test("a negative amount is shown with its sign", async () => {
  const overspent = {
    getBalance: () => Promise.resolve({ balanceNanoMxn: 1n, heldNanoMxn: 3n, availableNanoMxn: -2n }),
  };
  expect((await runTool(`balance ${DEMO_ID} --json`, { billing: overspent })).json()).toMatchObject({
    held_mxn: "0.000000003",
    available_mxn: "-0.000000002",
  });
});

test("the text output aligns the decimal points", async () => {
  expect((await runTool("balance demo", around)).out).toBe(
    "balance    49.9997 MXN\nheld       12      MXN\navailable  37.9997 MXN\n",
  );
});
