import type { AuthenticateResponse, ClientToken } from "@cenote/contracts";
import { SAMPLE_ORGANIZATION_ID, sampleLimits } from "../../testing/samples";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const ID = "00000000-0000-4000-8000-00000000000a";
const URL = "https://acme.test/hook?token=secret";
const ALERT = { thresholdNanoMxn: 20_500_000_000n, url: URL };
const ORGANIZATION = {
  id: SAMPLE_ORGANIZATION_ID,
  name: "Acme",
  zdr: false,
  created: new Date(0),
  limitsInForce: sampleLimits,
};
const TOKEN = {
  id: ID,
  apiKeyId: ID,
  models: [],
  operations: ["balance"],
  origins: [],
  budgetNanoMxn: 1n,
  spentNanoMxn: 0n,
  created: new Date(0),
  expires: new Date(1),
} as unknown as ClientToken;

describe("an alert of a low balance", () => {
  let running: RunningGateway;
  let caller: Partial<AuthenticateResponse> = {};
  const updateOrganization = jest.fn();
  beforeAll(async () => {
    running = await startGateway({
      billing: {
        authenticate: () =>
          Promise.resolve({ organizationId: SAMPLE_ORGANIZATION_ID, keyId: ID, zdr: false, ...caller }),
        getOrganization: () => Promise.resolve({ organization: { ...ORGANIZATION, balanceAlert: ALERT } }),
        updateOrganization,
      },
    });
  });
  afterAll(() => running.gateway.close(0));
  beforeEach(() => {
    caller = {};
    updateOrganization.mockReset().mockResolvedValue({ organization: { ...ORGANIZATION, balanceAlert: ALERT } });
  });

  const ask = async (query: string) =>
    (await (await running.post("/graphql", { query })).json()) as { data?: unknown; errors?: { extensions: object }[] };
  const VIEWER = "{ viewer { organization { balanceAlert { threshold url } } } }";
  const set = (argument: string) =>
    ask(`mutation { setBalanceAlert${argument} { organization { balanceAlert { threshold url } } } }`);

  it("is shown to an unrestricted API key, and to nobody else, because its address may contain a secret", async () => {
    const shown = (balanceAlert: object | null) => ({ data: { viewer: { organization: { balanceAlert } } } });
    expect(await ask(VIEWER)).toEqual(shown({ threshold: "20.5", url: URL }));
    caller = { keyScope: { models: [], budgeted: false, networks: [] } };
    expect(await ask(VIEWER)).toEqual(shown(null));
    caller = { clientToken: TOKEN };
    expect(await ask(VIEWER)).toEqual(shown(null));
  });

  it("is set, and removed", async () => {
    const alert = { threshold: "20.5", url: URL };
    expect(await set(`(alert: { threshold: "20.5", url: "${URL}" })`)).toEqual({
      data: { setBalanceAlert: { organization: { balanceAlert: alert } } },
    });
    updateOrganization.mockResolvedValue({ organization: ORGANIZATION });
    for (const none of ["(alert: null)", ""])
      expect(await set(none)).toEqual({ data: { setBalanceAlert: { organization: { balanceAlert: null } } } });
    expect(updateOrganization.mock.calls.map(([change]: readonly unknown[]) => change)).toEqual([
      { organizationId: SAMPLE_ORGANIZATION_ID, balanceAlert: ALERT },
      { organizationId: SAMPLE_ORGANIZATION_ID, balanceAlert: { thresholdNanoMxn: 0n } },
      { organizationId: SAMPLE_ORGANIZATION_ID, balanceAlert: { thresholdNanoMxn: 0n } },
    ]);
  });

  it.each(["0", "-1", "1000000000.1", "0.0000000001"])("of %s pesos is refused", async (threshold) => {
    const { errors } = await set(`(alert: { threshold: "${threshold}", url: "${URL}" })`);
    expect(errors?.[0]?.extensions).toMatchObject({ code: "invalid_request_error", param: "alert.threshold" });
    expect(updateOrganization).not.toHaveBeenCalled();
  });
});
