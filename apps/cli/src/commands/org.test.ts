import { CREATED, DEMO_ID, demo, twoOrganizations } from "../testing/fake-services";
import { runTool } from "../testing/run-tool";

const CREATED_TEXT = "2026-11-21T04:05:06.789Z";
const NO_LIMITS = { requests_per_minute: null, tokens_per_minute: null, concurrent_requests: null };
const NO_ALERT = { low_balance_mxn: null, low_balance_url: null };
const ACTIVE = { suspended: null, suspension_note: null };

test("create prints id, name and the free credit in pesos", async () => {
  const createOrganization = jest.fn().mockResolvedValue({ organization: demo, balanceNanoMxn: 50_000_000_000n });
  const noOrganizations = { listOrganizations: () => Promise.resolve({ organizations: [], next: "" }) };
  const around = { billing: { ...noOrganizations, createOrganization } };
  expect((await runTool('org create "two words" --json', around)).json()).toEqual({
    id: DEMO_ID,
    name: "demo",
    balance_mxn: "50",
  });
  expect(createOrganization).toHaveBeenCalledWith({ name: "two words" });
  expect((await runTool("org create demo", around)).out).toBe(`id       ${DEMO_ID}\nname     demo\nbalance  50 MXN\n`);
});

test("create says that a name is taken, since commands can't tell the two apart by it", async () => {
  const created = { ...demo, id: "33333333-3333-4333-8333-333333333333" };
  const createOrganization = jest.fn().mockResolvedValue({ organization: created, balanceNanoMxn: 0n });
  const billing = { ...twoOrganizations, createOrganization };
  expect(await runTool("org create demo --json", { billing })).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^\{.*\}\n$/),
    err: `cenote: warning: Another organization is called "demo" too: commands have to name this one by its id, ${created.id}.\n`,
  });
  expect((await runTool("org create fresh", { billing: { ...billing } })).err).toBe("");
});

test.each([
  ["on", true],
  ["off", false],
])("set zdr=%s finds the organization by name", async (word, zdr) => {
  const updateOrganization = jest.fn().mockResolvedValue({ organization: { ...demo, zdr } });
  const { json } = await runTool(`org set demo zdr=${word} --json`, {
    billing: { ...twoOrganizations, updateOrganization },
  });
  expect(updateOrganization).toHaveBeenCalledWith({ organizationId: DEMO_ID, zdr });
  expect(json()).toEqual({
    id: DEMO_ID,
    name: "demo",
    zdr,
    limits: NO_LIMITS,
    ...NO_ALERT,
    ...ACTIVE,
    created: CREATED_TEXT,
  });
});

test("set accepts several settings at once; `default` removes a limit", async () => {
  const updateOrganization = jest
    .fn()
    .mockResolvedValue({ organization: { ...demo, limits: { requestsPerMinute: 1_200 } } });
  const around = { billing: { ...twoOrganizations, updateOrganization } };
  const line = "org set demo requests_per_minute=1200 zdr=off tokens_per_minute=default";
  expect((await runTool(`${line} --json`, around)).json()).toMatchObject({
    limits: { ...NO_LIMITS, requests_per_minute: 1_200 },
  });
  expect(updateOrganization).toHaveBeenCalledWith({
    organizationId: DEMO_ID,
    zdr: false,
    limits: { requestsPerMinute: 1_200, tokensPerMinute: 0 },
  });
  expect((await runTool(line, around)).out).toContain("limits     requests_per_minute=1200\n");
});

test("set low-balance and its address, change one of them, and remove both", async () => {
  const url = "https://acme.test/hook?token=a=b";
  const balanceAlert = { thresholdNanoMxn: 20_500_000_000n, url };
  const updateOrganization = jest.fn().mockResolvedValue({ organization: { ...demo, balanceAlert } });
  const around = { billing: { ...twoOrganizations, updateOrganization } };
  const set = (settings: string) => runTool(`org set demo ${settings}`, around);
  expect((await set(`low-balance=20.5 low-balance-url=${url}`)).out).toContain(`alert      20.5 MXN, to ${url}\n`);
  expect((await set("low-balance=20.5 --json")).json()).toMatchObject({
    low_balance_mxn: "20.5",
    low_balance_url: url,
  });
  await set("low-balance=off");
  expect(updateOrganization.mock.calls.map(([change]: readonly unknown[]) => change)).toEqual([
    { organizationId: DEMO_ID, balanceAlert },
    { organizationId: DEMO_ID, balanceAlert: { thresholdNanoMxn: 20_500_000_000n } },
    { organizationId: DEMO_ID, balanceAlert: { thresholdNanoMxn: 0n } },
  ]);
  for (const wrong of ["low-balance=0", "low-balance=-1", "low-balance=much", "low-balance="])
    expect(await set(wrong)).toMatchObject({ exitCode: 2, out: "" });
});

describe("a suspension", () => {
  const suspension = { since: CREATED, note: "unpaid" };
  const updateOrganization = jest.fn();
  const around = {
    billing: {
      ...twoOrganizations,
      updateOrganization,
      getOrganization: () => Promise.resolve({ organization: { ...demo, suspension } }),
    },
  };
  beforeEach(() => updateOrganization.mockReset().mockResolvedValue({ organization: { ...demo, suspension } }));

  test.each([
    ['suspend demo --note "unpaid since March"', { suspended: true, suspensionNote: "unpaid since March" }],
    ["suspend demo", { suspended: true }],
    ["resume demo", { suspended: false }],
  ])("%s", async (line, change) => {
    await runTool(`org ${line}`, around);
    expect(updateOrganization.mock.calls).toEqual([[{ organizationId: DEMO_ID, ...change }]]);
  });

  test("is told with its time and its note", async () => {
    for (const line of ["suspend demo", "show demo"]) {
      expect((await runTool(`org ${line} --json`, around)).json()).toMatchObject({
        id: DEMO_ID,
        suspended: CREATED_TEXT,
        suspension_note: "unpaid",
      });
      expect((await runTool(`org ${line}`, around)).out).toMatch(/\nsuspended +since 2026-11-21 04:05\S*: unpaid\n/);
    }
  });
});

test("the error of an unknown setting lists all settings", async () => {
  expect(await runTool("org set demo budget=100", { billing: twoOrganizations })).toMatchObject({
    exitCode: 2,
    out: "",
    err: expect.stringMatching(/Give zdr=on or zdr=off, low-balance= .*requests_per_minute=/),
  });
});
