import { BudgetPeriod, type Model } from "@cenote/contracts";
import { CREATED, DEMO_ID, twoOrganizations } from "../testing/fake-services";
import { runTool } from "../testing/run-tool";

const key = {
  id: "key-1",
  organizationId: DEMO_ID,
  name: "ci",
  hint: "cen_sk_live_…abcd",
  created: CREATED,
  revoked: undefined,
};
const SECRET = "cen_sk_live_abcdefghijklmnopqrstuvwxyz012345";
const CREATED_TEXT = "2026-11-21T04:05:06.789Z";
const NO_RESTRICTIONS = { budget: null, expires: null, models: [], networks: [] };
const NO_LIMITS = { requests_per_minute: null, tokens_per_minute: null, concurrent_requests: null };

test("create shows the secret with id, name and time, as text and as JSON", async () => {
  const createApiKey = jest.fn().mockResolvedValue({ apiKey: key, secret: SECRET });
  const around = { billing: { ...twoOrganizations, createApiKey } };
  expect((await runTool("key create demo --name ci --json", around)).json()).toEqual({
    id: "key-1",
    key: SECRET,
    name: "ci",
    created: CREATED_TEXT,
  });
  expect(createApiKey).toHaveBeenCalledWith({ organizationId: DEMO_ID, name: "ci", limits: {} });
  expect((await runTool("key create demo", around)).out).toContain(SECRET);
  expect(createApiKey).toHaveBeenLastCalledWith({ organizationId: DEMO_ID, name: "", limits: {} });
});

test("create and set accept limits, and list shows them", async () => {
  const limited = { ...key, limits: { requestsPerMinute: 30, concurrentRequests: 2 } };
  const createApiKey = jest.fn().mockResolvedValue({ apiKey: limited, secret: SECRET });
  const updateApiKey = jest.fn().mockResolvedValue({ apiKey: limited });
  const listApiKeys = jest.fn().mockResolvedValue({ apiKeys: [limited, key] });
  const around = { billing: { ...twoOrganizations, createApiKey, updateApiKey, listApiKeys } };
  const line = "key create demo --requests-per-minute 30 --tokens-per-minute 5000 --concurrent-requests 2 --json";
  expect((await runTool(line, around)).json()).toEqual({
    id: "key-1",
    key: SECRET,
    name: "ci",
    limits: { requests_per_minute: 30, tokens_per_minute: null, concurrent_requests: 2 },
    created: CREATED_TEXT,
  });
  expect(createApiKey).toHaveBeenCalledWith({
    organizationId: DEMO_ID,
    name: "",
    limits: { requestsPerMinute: 30, tokensPerMinute: 5_000, concurrentRequests: 2 },
  });
  const { json } = await runTool("key set key-1 tokens_per_minute=default requests_per_minute=30 --json", around);
  expect(updateApiKey).toHaveBeenCalledWith({ keyId: "key-1", limits: { tokensPerMinute: 0, requestsPerMinute: 30 } });
  expect(json()).toMatchObject({
    id: "key-1",
    limits: { requests_per_minute: 30, tokens_per_minute: null, concurrent_requests: 2 },
  });
  const [, first, second] = (await runTool("key list demo", around)).out.split("\n");
  expect([first, second]).toEqual([
    expect.stringContaining(" requests_per_minute=30 concurrent_requests=2 "),
    expect.stringContaining(" default "),
  ]);
});

test("create and set accept budget, expiry, models and networks, and all commands show them", async () => {
  const budget = { limitNanoMxn: 500_000_000_000n, period: BudgetPeriod.BUDGET_PERIOD_MONTH };
  const expires = new Date("2027-01-01T00:00:00Z");
  const models = { models: ["openai/*", "mistral/mistral-small"] };
  const networks = { networks: ["203.0.113.0/24", "2001:db8::1"] };
  const resets = new Date("2026-12-01T00:00:00Z");
  const restricted = {
    ...key,
    budget: { ...budget, spentNanoMxn: 12_500_000_000n, resets },
    expires,
    models,
    networks,
  };
  const createApiKey = jest.fn().mockResolvedValue({ apiKey: restricted, secret: SECRET });
  const updateApiKey = jest.fn().mockResolvedValue({ apiKey: restricted });
  const listApiKeys = jest.fn().mockResolvedValue({ apiKeys: [restricted, key] });
  const around = { billing: { ...twoOrganizations, createApiKey, updateApiKey, listApiKeys } };
  const line =
    "key create demo --budget 500/month --expires 2027-01-01 --models openai/*,mistral/mistral-small --networks 203.0.113.0/24,2001:db8::1";
  expect((await runTool(line, around)).out).toContain(
    "budget    12.5 of 500/month\nexpires   2027-01-01 00:00:00Z\nmodels    openai/* mistral/mistral-small\nnetworks  203.0.113.0/24 2001:db8::1\n",
  );
  expect(createApiKey).toHaveBeenCalledWith({
    organizationId: DEMO_ID,
    name: "",
    limits: {},
    budget,
    expires,
    models,
    networks,
  });
  const set =
    "key set key-1 name=a=b budget=0.5 models=default expires=default networks=default tokens_per_minute=5 --json";
  expect((await runTool(set, around)).json()).toMatchObject({
    budget: { limit_mxn: "500", period: "month", spent_mxn: "12.5", resets: "2026-12-01T00:00:00.000Z" },
    expires: "2027-01-01T00:00:00.000Z",
    models: models.models,
    networks: networks.networks,
  });
  expect(updateApiKey).toHaveBeenCalledWith({
    keyId: "key-1",
    name: "a=b",
    budget: { limitNanoMxn: 500_000_000n, period: BudgetPeriod.BUDGET_PERIOD_TOTAL },
    models: { models: [] },
    networks: { networks: [] },
    expiry: {},
    limits: { tokensPerMinute: 5 },
  });
  await runTool("key set key-1 budget=default expires=2027-01-01T06:30:00Z", around);
  expect(updateApiKey).toHaveBeenLastCalledWith({
    keyId: "key-1",
    budget: { limitNanoMxn: 0n, period: BudgetPeriod.BUDGET_PERIOD_UNSPECIFIED },
    expiry: { at: new Date("2027-01-01T06:30:00Z") },
  });
  const [, first, second] = (await runTool("key list demo", around)).out.split("\n");
  expect(first).toMatch(
    / 12\.5 of 500\/month +2027-01-01 00:00:00Z +openai\/\* mistral\/mistral-small +203\.0\.113\.0\/24 2001:db8::1 +-$/,
  );
  expect(second).toMatch(/ default +- +- +every +everywhere +-$/);
});

test("create and set warn about models that match nothing, and still make the change", async () => {
  const createApiKey = jest.fn().mockResolvedValue({ apiKey: key, secret: SECRET });
  const updateApiKey = jest.fn().mockResolvedValue({ apiKey: key });
  const models = [{ id: "openai/gpt-4o-mini" }] as Model[];
  const around = {
    billing: { ...twoOrganizations, createApiKey, updateApiKey },
    inference: { listModels: () => Promise.resolve({ models, simulated: false }) },
  };
  const warning = "cenote: warning: nonsense matches no usable model; `cenote models` lists them.\n";
  const created = await runTool("key create demo --models openai/*,openai/gpt-4o-mini,nonsense --json", around);
  expect(created).toMatchObject({ exitCode: 0, err: warning });
  expect(created.json()).toMatchObject({ key: SECRET });
  expect(await runTool("key set key-1 models=nonsense", around)).toMatchObject({ exitCode: 0, err: warning });
  expect(await runTool("key set key-1 models=default", around)).toMatchObject({ exitCode: 0, err: "" });
});

test("create shows the key although the models can't be listed", async () => {
  const createApiKey = jest.fn().mockResolvedValue({ apiKey: key, secret: SECRET });
  const { err, out } = await runTool("key create demo --models nonsense", {
    billing: { ...twoOrganizations, createApiKey },
  });
  expect(err).toBe("");
  expect(out).toContain(SECRET);
});

test.each([
  ["budget=500/year", "500/month"],
  ["budget=lots", "plain digits"],
  ["budget=0", "above zero"],
  ["budget=-5/month", "above zero"],
  ["expires=tomorrow", "YYYY-MM-DD"],
  ["expires=2027-02-31", "YYYY-MM-DD"],
  ["models=openai/*,,", "separated by commas"],
  ["colour=red", "budget="],
  ["budget", "budget="],
])("set rejects %s and says what to write", async (setting, hint) => {
  const updateApiKey = jest.fn();
  const { err } = await runTool(`key set key-1 ${setting}`, { billing: { updateApiKey } });
  expect(err).toContain(hint);
  expect(updateApiKey).not.toHaveBeenCalled();
});

test("list shows the hint but never the secret, and when a key was last used and revoked", async () => {
  const revoked = { ...key, id: "key-0", revoked: new Date("2026-11-22T00:00:00Z") };
  const listApiKeys = jest.fn().mockResolvedValue({ apiKeys: [{ ...key, lastUsed: "2026-11-20" }, revoked] });
  const around = { billing: { ...twoOrganizations, listApiKeys } };
  expect((await runTool("key list demo --json", around)).json()).toEqual({
    keys: [
      {
        id: "key-1",
        name: "ci",
        hint: key.hint,
        limits: NO_LIMITS,
        ...NO_RESTRICTIONS,
        created: CREATED_TEXT,
        revoked: null,
        last_used: "2026-11-20",
      },
      {
        id: "key-0",
        name: "ci",
        hint: key.hint,
        limits: NO_LIMITS,
        ...NO_RESTRICTIONS,
        created: CREATED_TEXT,
        revoked: "2026-11-22T00:00:00.000Z",
        last_used: null,
      },
    ],
  });
  const lines = (await runTool("key list demo", around)).out.split("\n");
  expect(lines[1]).toMatch(/^key-1 .* 2026-11-21 04:05:06Z +2026-11-20 .* -$/);
  expect(lines[2]).toMatch(/^key-0 .* 2026-11-21 04:05:06Z +- .* 2026-11-22 00:00:00Z$/);
  expect(listApiKeys).toHaveBeenCalledWith({ organizationId: DEMO_ID, lastUsed: true });
});

test("revoke takes the key's id", async () => {
  const revokeApiKey = jest.fn().mockResolvedValue({ apiKey: { ...key, revoked: CREATED } });
  const { json } = await runTool("key revoke key-1 --json", { billing: { revokeApiKey } });
  expect(revokeApiKey).toHaveBeenCalledWith({ keyId: "key-1" });
  expect(json()).toMatchObject({ id: "key-1", revoked: CREATED_TEXT });
});
