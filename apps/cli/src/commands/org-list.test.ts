import type { ApiKey, BillingService, LedgerEntry, UsageRow } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { CREATED, DEMO_ID, demo, other } from "../testing/fake-services";
import { NOW, runTool } from "../testing/run-tool";

const HOUR_MS = 3_600_000;

const usage = (costNanoMxn: bigint) => ({ calls: 2n, costNanoMxn }) as UsageRow;
const key = (ends: Partial<ApiKey> = {}) => ({ id: "key-1", ...ends }) as ApiKey;
const entry = (requestId: string, at: Date) => ({ requestId, at }) as LedgerEntry;

/** `demo` is older and has calls; `other` has none. */
const figures: Partial<BillingService> = {
  listOrganizations: () =>
    Promise.resolve({ organizations: [demo, { ...other, created: new Date(CREATED.getTime() + 1) }], next: "" }),
  getBalance: ({ organizationId }) =>
    Promise.resolve(
      organizationId === DEMO_ID
        ? { balanceNanoMxn: 12_500_000_000n, heldNanoMxn: 500_000_000n, availableNanoMxn: 12_000_000_000n }
        : { balanceNanoMxn: 50_000_000_000n, heldNanoMxn: 0n, availableNanoMxn: 50_000_000_000n },
    ),
  getUsage: ({ organizationId }) =>
    Promise.resolve({ rows: organizationId === DEMO_ID ? [usage(1n), usage(2_000_000_000n)] : [] }),
  listApiKeys: ({ organizationId }) =>
    Promise.resolve({
      apiKeys:
        organizationId === DEMO_ID
          ? [
              key(),
              key({ expires: new Date(NOW + HOUR_MS) }),
              key({ expires: new Date(NOW) }),
              key({ revoked: CREATED }),
            ]
          : [],
    }),
  listLedgerEntries: ({ organizationId, page }) => {
    const credits = { entries: [entry("", new Date(NOW))], next: "1.0" };
    if (organizationId !== DEMO_ID) return Promise.resolve({ ...credits, next: "" });
    return Promise.resolve(page?.cursor === "" ? credits : { entries: [entry("req_1", CREATED)], next: "" });
  },
};

const namesOf = (json: unknown) =>
  (json as { readonly organizations: readonly { readonly name: string }[] }).organizations.map(({ name }) => name);

test("shows each organization's balance, usage, keys that work, and last call, also behind a page of credits", async () => {
  const { json } = await runTool("org list --json", { billing: figures });
  expect(json()).toEqual({
    organizations: [
      {
        id: DEMO_ID,
        name: "demo",
        zdr: false,
        limits: { requests_per_minute: null, tokens_per_minute: null, concurrent_requests: null },
        low_balance_mxn: null,
        low_balance_url: null,
        suspended: null,
        suspension_note: null,
        created: "2026-11-21T04:05:06.789Z",
        balance_mxn: "12.5",
        held_mxn: "0.5",
        available_mxn: "12",
        calls_30_days: 4,
        cost_30_days_mxn: "2.000000001",
        keys: 2,
        last_call: "2026-11-21T04:05:06.789Z",
      },
      expect.objectContaining({
        name: "other",
        balance_mxn: "50",
        calls_30_days: 0,
        cost_30_days_mxn: "0",
        keys: 0,
        last_call: null,
      }),
    ],
  });
  const [title = "", first = ""] = (await runTool("org list", { billing: figures })).out.split("\n");
  expect(title).toMatch(/^ID +NAME +BALANCE MXN +HELD MXN +CALLS 30D +COST MXN 30D +KEYS +LAST CALL +ZDR /);
  expect(first).toMatch(/ demo +12\.5 +0\.5 +4 +2\.000000001 +2 +2026-11-21 04:05:06Z +off /);
});

test.each([
  ["name", ["demo", "other"]],
  ["created", ["demo", "other"]],
  ["balance", ["other", "demo"]],
  ["cost", ["demo", "other"]],
  ["calls", ["demo", "other"]],
  ["keys", ["demo", "other"]],
  ["last-call", ["demo", "other"]],
])("--sort %s", async (by, names) => {
  const listOrganizations: BillingService["listOrganizations"] = async (request) => {
    const { organizations, next } = await figures.listOrganizations!(request);
    return { organizations: organizations.toReversed(), next };
  };
  const { json } = await runTool(`org list --sort ${by} --json`, { billing: { ...figures, listOrganizations } });
  expect(namesOf(json())).toEqual(names);
});

test("--no-figures asks for nothing but the organizations", async () => {
  const suspended = { ...other, suspension: { since: CREATED, note: "unpaid" } };
  const billing = { listOrganizations: () => Promise.resolve({ organizations: [demo, suspended], next: "" }) };
  const { json } = await runTool("org list --no-figures --json", { billing });
  expect(json()).toMatchObject({
    organizations: [
      { id: DEMO_ID, zdr: false, suspended: null },
      { name: "other", zdr: true, suspended: "2026-11-21T04:05:06.789Z", suspension_note: "unpaid" },
    ],
  });
  const { out } = await runTool("org list --no-figures --sort cost", { billing });
  expect(out).toMatch(
    /^ID +NAME +ZDR +SUSPENDED +LOW BALANCE +CREATED +LIMITS\n.* demo +off +no +off .*\n.* other +on +2026-11-21 04:05:06Z .*\n$/,
  );
});

test("an organization whose figures can't be read does not hide the others, and is named", async () => {
  const getBalance: BillingService["getBalance"] = (request) =>
    request.organizationId === DEMO_ID
      ? Promise.reject(new CenoteError("internal_error", "The journal is damaged."))
      : figures.getBalance!(request);
  const billing = { ...figures, getBalance };
  const { exitCode, err, json } = await runTool("org list --sort balance --json", { billing });
  expect(json()).toMatchObject({
    organizations: [
      { name: "other", balance_mxn: "50" },
      { name: "demo", balance_mxn: null, keys: null, last_call: null },
    ],
  });
  expect({ exitCode, err }).toEqual({
    exitCode: 1,
    err: `cenote: the figures of ${DEMO_ID} could not be read: The journal is damaged.\n`,
  });
});
