import { type ApiKey, BudgetPeriod, type KeyScope } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { SAMPLE_ORGANIZATION_ID, sampleLimits } from "../../testing/samples";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const OWN_ID = "00000000-0000-4000-8000-00000000000a";
const OTHER_ID = "00000000-0000-4000-8000-00000000000b";
const MONTH = { limitNanoMxn: 12_500_000_000n, period: BudgetPeriod.BUDGET_PERIOD_MONTH };
const EXPIRES = "2027-01-01T00:00:00.000Z";

const keyOf = (id: string, changes: Partial<ApiKey> = {}): ApiKey => ({
  id,
  organizationId: SAMPLE_ORGANIZATION_ID,
  name: "web",
  hint: "cen_sk_live_…abcd",
  limitsInForce: sampleLimits,
  created: new Date(0),
  revoked: undefined,
  ...changes,
});

describe("restrictions of API keys", () => {
  let running: RunningGateway;
  let keyScope: KeyScope | undefined;
  const listApiKeys = jest.fn();
  const createApiKey = jest.fn();
  const updateApiKey = jest.fn();
  const revokeApiKey = jest.fn();
  const revokeClientToken = jest.fn();
  beforeAll(async () => {
    running = await startGateway({
      billing: {
        authenticate: () =>
          Promise.resolve({ organizationId: SAMPLE_ORGANIZATION_ID, keyId: OWN_ID, zdr: false, keyScope }),
        listApiKeys,
        createApiKey,
        updateApiKey,
        revokeApiKey,
        revokeClientToken,
      },
    });
  });
  afterAll(() => running.gateway.close(0));
  beforeEach(() => {
    keyScope = undefined;
    listApiKeys.mockReset().mockResolvedValue({
      apiKeys: [
        keyOf(OWN_ID, {
          budget: { ...MONTH, spentNanoMxn: 500_000_000n, resets: new Date("2026-12-01T00:00:00Z") },
          expires: new Date(EXPIRES),
          models: { models: ["openai/*"] },
          networks: { networks: ["203.0.113.0/24"] },
        }),
        keyOf(OTHER_ID),
      ],
    });
    createApiKey.mockReset().mockResolvedValue({ apiKey: keyOf(OTHER_ID), secret: "cen_sk_live_secret" });
    updateApiKey.mockReset().mockResolvedValue({ apiKey: keyOf(OTHER_ID) });
    revokeApiKey.mockReset().mockResolvedValue({ apiKey: keyOf(OWN_ID, { revoked: new Date(1) }) });
  });

  const ask = async (query: string, variables: object = {}) =>
    (await (await running.post("/graphql", { query, variables })).json()) as {
      data?: unknown;
      errors?: { extensions: object }[];
    };
  const create =
    'mutation ($restrictions: KeyRestrictionsInput) { createApiKey(name: "web", restrictions: $restrictions) { apiKey { id } } }';
  const update =
    "mutation ($id: UUID!, $restrictions: KeyRestrictionsInput) { updateApiKey(id: $id, restrictions: $restrictions) { apiKey { id } } }";

  it("are shown with what was spent of the budget, also of the key that asks", async () => {
    const fields = "{ budget { limit period spent resets } expires models networks }";
    const own = {
      budget: { limit: "12.5", period: "MONTH", spent: "0.5", resets: "2026-12-01T00:00:00.000Z" },
      expires: EXPIRES,
      models: ["openai/*"],
      networks: ["203.0.113.0/24"],
    };
    expect((await ask(`{ apiKeys ${fields} viewer { apiKey ${fields} } }`)).data).toEqual({
      apiKeys: [own, { budget: null, expires: null, models: [], networks: [] }],
      viewer: { apiKey: own },
    });
  });

  it("follow the mutation before in the same document", async () => {
    const budgets = [MONTH, { limitNanoMxn: 5_000_000_000n, period: BudgetPeriod.BUDGET_PERIOD_WEEK }];
    listApiKeys.mockImplementation(() => {
      const budget = { ...(budgets[updateApiKey.mock.calls.length] ?? MONTH), spentNanoMxn: 0n, resets: undefined };
      return Promise.resolve({ apiKeys: [keyOf(OTHER_ID, { budget })] });
    });
    await ask(
      `mutation { a: updateApiKey(id: "${OTHER_ID}", restrictions: { budget: { limit: "5", period: WEEK } }) { apiKey { id } } b: updateApiKey(id: "${OTHER_ID}", restrictions: { budget: { limit: "6" } }) { apiKey { id } } }`,
    );
    expect(updateApiKey).toHaveBeenLastCalledWith(
      expect.objectContaining({
        budget: { limitNanoMxn: 6_000_000_000n, period: BudgetPeriod.BUDGET_PERIOD_WEEK },
      }),
    );
  });

  it("can be given to a new key", async () => {
    await ask(create, {
      restrictions: {
        budget: { limit: "12.5", period: "MONTH" },
        expires: EXPIRES,
        models: ["openai/*"],
        networks: ["::1"],
      },
    });
    const restrictions = {
      budget: MONTH,
      expires: new Date(EXPIRES),
      models: { models: ["openai/*"] },
      networks: { networks: ["::1"] },
    };
    expect(createApiKey.mock.calls).toMatchObject([[{ name: "web", ...restrictions }]]);
    await ask(create, { restrictions: { budget: { limit: "1" }, expires: null, models: null, networks: null } });
    expect(createApiKey.mock.calls[1]).toEqual([
      {
        organizationId: SAMPLE_ORGANIZATION_ID,
        name: "web",
        limits: {},
        budget: { limitNanoMxn: 1_000_000_000n, period: BudgetPeriod.BUDGET_PERIOD_TOTAL },
      },
    ]);
  });

  it("can be changed and removed one by one", async () => {
    const changed = async (restrictions: object) => {
      await ask(update, { id: OTHER_ID, restrictions });
      return (updateApiKey.mock.lastCall as [object])[0];
    };
    const unchanged = { keyId: OTHER_ID, name: undefined, limits: {} };
    expect(await changed({ expires: EXPIRES })).toEqual({ ...unchanged, expiry: { at: new Date(EXPIRES) } });
    expect(await changed({ budget: null, expires: null, models: null, networks: null })).toEqual({
      ...unchanged,
      budget: { limitNanoMxn: 0n, period: BudgetPeriod.BUDGET_PERIOD_UNSPECIFIED },
      expiry: {},
      models: { models: [] },
      networks: { networks: [] },
    });
  });

  it("begin anew as before where only the limit of a budget changes", async () => {
    const ids = [OWN_ID, OTHER_ID];
    for (const id of ids) await ask(update, { id, restrictions: { budget: { limit: "20" } } });
    const limitNanoMxn = 20_000_000_000n;
    expect(updateApiKey.mock.calls).toMatchObject([
      [{ keyId: OWN_ID, budget: { limitNanoMxn, period: BudgetPeriod.BUDGET_PERIOD_MONTH } }],
      [{ keyId: OTHER_ID, budget: { limitNanoMxn, period: BudgetPeriod.BUDGET_PERIOD_TOTAL } }],
    ]);
  });

  it.each(["0", "-1", "1000000000.000000001", "0.0000000001"])("reject a budget of %s pesos", async (limit) => {
    const { errors } = await ask(create, { restrictions: { budget: { limit } } });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "invalid_request_error", param: "budget.limit" });
    expect(createApiKey).not.toHaveBeenCalled();
  });

  it("keep their key from managing keys and guardrails, except that it may revoke itself", async () => {
    keyScope = { models: [], budgeted: false, networks: [] };
    const revoke = (id: string) => `mutation { revokeApiKey(id: "${id}") { apiKey { id } } }`;
    for (const [query, variables] of [
      [create, {}],
      [update, { id: OWN_ID, restrictions: { budget: null } }],
      [revoke(OTHER_ID), {}],
      ["mutation { setGuardrails(zdr: false) { organization { zdr } } }", {}],
      ["mutation { setBalanceAlert(alert: null) { organization { id } } }", {}],
    ] as const)
      expect((await ask(query, variables)).errors?.[0]?.extensions).toMatchObject({ code: "permission_denied" });
    expect([createApiKey, updateApiKey, revokeApiKey].flatMap(({ mock }) => mock.calls)).toEqual([]);
    expect((await ask(revoke(OWN_ID))).data).toEqual({ revokeApiKey: { apiKey: { id: OWN_ID } } });
  });

  it("keep their key from revoking client tokens of other keys", async () => {
    revokeClientToken.mockRejectedValue(new CenoteError("not_found"));
    const revoke = `mutation { revokeClientToken(id: "${OTHER_ID}") { clientToken { id } } }`;
    const named = { organizationId: SAMPLE_ORGANIZATION_ID, clientTokenId: OTHER_ID };
    await ask(revoke);
    keyScope = { models: [], budgeted: false, networks: [] };
    expect((await ask(revoke)).errors?.[0]?.extensions).toMatchObject({ code: "not_found" });
    expect(revokeClientToken.mock.calls).toEqual([[named], [{ ...named, keyId: OWN_ID }]]);
  });
});
