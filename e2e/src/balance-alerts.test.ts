import { createHmac } from "node:crypto";
import { callbackReceiver } from "./harness/callback-receiver";
import { ODD_MODEL } from "./harness/cenote-yaml";
import { ask } from "./harness/client";
import { eventually } from "./harness/eventually";
import { newPayer, type Payer } from "./harness/payer";
import { withSystem } from "./harness/with-system";

interface BalanceEvent {
  readonly type: string;
  readonly data: { readonly id: string; readonly organization_id: string; readonly balance_mxn: number };
}

const SET_ALERT = `mutation ($alert: BalanceAlertInput) { setBalanceAlert(alert: $alert) {
  organization { balanceAlert { threshold url } }
} }`;

const hooks = callbackReceiver();
const harness = withSystem({ env: hooks.start });
afterAll(hooks.stop);

const receivedBy = ({ org }: Payer) =>
  hooks.received
    .map(({ headers, body }) => ({ headers, body, event: JSON.parse(body) as BalanceEvent }))
    .filter(({ event }) => event.data.organization_id === org);

const call = async ({ key }: Payer): Promise<number> =>
  (await harness().client.post("/v1/chat/completions", ask("[[sim words=200000]]", { model: ODD_MODEL }), { key }))
    .status;

const expectSigned = async (payer: Payer) => {
  const { secret } = (await harness().client.getJson<{ secret: string }>("/v1/callbacks/secret", { key: payer.key }))
    .body;
  for (const { headers, body, event } of receivedBy(payer)) {
    const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = headers;
    expect(id).toBe(event.data.id);
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const expected = createHmac("sha256", key)
      .update(`${String(id)}.${String(at)}.${body}`)
      .digest("base64");
    expect(signature).toBe(`v1,${expected}`);
  }
};

test("the event for a low balance is sent again, unchanged, after a rejected delivery and a kill -9", async () => {
  const { system } = harness();
  const payer = await newPayer(system);
  const url = `${hooks.url()}/hook?token=very-secret`;
  await system.cenote("org", "set", payer.org, "low-balance=49.9", `low-balance-url=${url}`);
  expect(await call(payer)).toBe(200);
  // The receiver has answered 500.
  await eventually("a first try", async () => receivedBy(payer)[0]);
  await system.kill9();
  expect(system.output()).not.toMatch(/very-secret|whsec_/);
  await system.restart();
  await eventually("a second try", async () => receivedBy(payer)[1]);
  await expectSigned(payer);
  const [first, second] = receivedBy(payer);
  expect(first?.event).toMatchObject({ type: "balance.low", data: { object: "balance", threshold_mxn: 49.9 } });
  expect(second?.event).toEqual(first?.event);
  const { organizations } = await system.cenote<{ organizations: readonly { id: string }[] }>("org", "list");
  expect(organizations.find(({ id }) => id === payer.org)).toMatchObject({
    low_balance_mxn: "49.9",
    low_balance_url: url,
  });
  expect(system.output()).not.toMatch(/very-secret|whsec_/);
});

test("an API key sets an alert over GraphQL; low and depleted are each reported once, and again after a credit", async () => {
  const { system, client } = harness();
  const payer = await newPayer(system);
  const typesOf = () => receivedBy(payer).map(({ event }) => event.type);
  const alert = { threshold: "20", url: `${hooks.url()}/b` };
  const set = (wanted: object | null) =>
    client.postJson<{ data: unknown; errors?: readonly unknown[] }>(
      "/graphql",
      { query: SET_ALERT, variables: { alert: wanted } },
      { key: payer.key },
    );
  expect((await set(alert)).body).toEqual({ data: { setBalanceAlert: { organization: { balanceAlert: alert } } } });
  expect((await set({ ...alert, url: "http://10.0.0.1/" })).body.errors).toMatchObject([
    { extensions: { code: "invalid_request_error", param: "alert.url" } },
  ]);
  while ((await call(payer)) === 200);
  for (let times = 0; times < 5; times++) expect(await call(payer)).toBe(402);
  await eventually("both events", () => typesOf().length >= 2);
  expect(typesOf()).toEqual(["balance.low", "balance.depleted"]);

  await system.cenote("credit", payer.org, "1000");
  // The credit exceeds one threshold and not the other.
  await eventually("another low balance", async () => {
    await set(alert);
    await set({ ...alert, threshold: "5000" });
    return receivedBy(payer)[2];
  });
  expect(typesOf().slice(2)).not.toContain("balance.depleted");
  const ids = receivedBy(payer).map(({ event }) => event.data.id);
  expect(new Set(ids).size).toBe(ids.length);
  await expectSigned(payer);
  expect((await set(null)).body).toEqual({ data: { setBalanceAlert: { organization: { balanceAlert: null } } } });
});
