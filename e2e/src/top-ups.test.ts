import StripeSdk from "stripe";
import { eventually } from "./harness/eventually";
import { nanoOf } from "./harness/exact";
import { allEntries } from "./harness/ledger";
import { newPayer, type Payer } from "./harness/payer";
import { withSystem } from "./harness/with-system";

const WEBHOOK_SECRET = "whsec_canary_of_the_endpoint";
const STRIPE_KEY = "sk_test_canary_of_the_account";
const RETURN_URL = "https://app.example/balance";

const harness = withSystem({
  env: async (simulatorUrl) => ({
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: `${simulatorUrl}/stripe`,
  }),
});

interface TopUp {
  readonly id: string;
  readonly amount: string;
  readonly state: string;
  readonly checkoutUrl: string | null;
  readonly refunded: string;
  readonly ended: string | null;
}
interface Answer<Data> {
  readonly data: Data | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: Record<string, unknown> }[];
}

const FIELDS = "id amount state checkoutUrl refunded ended";
const graphql = async <Data>(key: string, query: string, variables: object = {}): Promise<Answer<Data>> =>
  (await harness().client.postJson<Answer<Data>>("/graphql", { query, variables }, { key })).body;
const tryCreate = (key: string, amount: string, returnUrl = RETURN_URL) =>
  graphql<{ createTopUp: { topUp: TopUp } | null }>(
    key,
    `mutation ($input: TopUpInput!) { createTopUp(input: $input) { topUp { ${FIELDS} } } }`,
    { input: { amount, returnUrl } },
  );
const create = async ({ key }: Payer, amount = "200.05"): Promise<TopUp> => {
  const { data, errors } = await tryCreate(key, amount);
  if (data?.createTopUp === undefined || data.createTopUp === null) throw new Error(JSON.stringify(errors));
  return data.createTopUp.topUp;
};
const look = async ({ key }: Payer, id: string): Promise<TopUp | null> => {
  const { data } = await graphql<{ topUp: TopUp | null }>(key, `query ($id: UUID!) { topUp(id: $id) { ${FIELDS} } }`, {
    id,
  });
  return data?.topUp ?? null;
};
const stateBecomes = (payer: Payer, id: string, state: string) =>
  eventually(`the state ${state}`, async () => {
    const topUp = await look(payer, id);
    return topUp?.state === state ? topUp : undefined;
  });
const balanceOf = async ({ org }: Payer): Promise<bigint> =>
  nanoOf((await harness().system.cenote<{ balance_mxn: string }>("balance", org)).balance_mxn);

const sessionOf = ({ checkoutUrl }: TopUp): string => (checkoutUrl ?? "").split("/pay/")[1] ?? "";
/** An action of a customer, a shop or a bank. */
const perform = async (topUp: TopUp, does: string): Promise<void> => {
  const url = `${harness().simulator.url}/__simulator/checkouts?id=${sessionOf(topUp)}&does=${does}`;
  const { status } = await fetch(url, { method: "POST" });
  if (status !== 204) throw new Error(`the simulator refuses ${does}: ${status}`);
};
const api = async <Body>(path: string, form?: Record<string, string>): Promise<Body> => {
  const headers = { authorization: `Bearer ${STRIPE_KEY}` };
  const answer = await fetch(`${harness().simulator.url}/stripe/v1/${path}`, {
    headers,
    ...(form !== undefined && { method: "POST", body: new URLSearchParams(form) }),
  });
  return (await answer.json()) as Body;
};
/** Sends an event as Stripe does, signed by its own library. */
const send = async (type: string, object: object, secret = WEBHOOK_SECRET) => {
  const payload = JSON.stringify({ id: "evt_1", object: "event", type, data: { object } });
  const signature = new StripeSdk("sk_test_x").webhooks.generateTestHeaderString({ payload, secret });
  const answer = await fetch(`${harness().system.baseUrl}/webhooks/stripe`, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
    body: payload,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const completed = ({ id }: TopUp) =>
  send("checkout.session.completed", { id: "cs_1", object: "checkout.session", client_reference_id: id });

test("a customer pays by card, comes back, and the money is in the balance, in one entry", async () => {
  const payer = await newPayer(harness().system);
  const topUp = await create(payer);
  expect(topUp).toMatchObject({ amount: "200.05", state: "OPEN", refunded: "0", ended: null });
  const page = await fetch(topUp.checkoutUrl ?? "");
  expect(await page.text()).toContain("$200.05 MXN");
  const paid = await fetch(topUp.checkoutUrl ?? "", {
    method: "POST",
    body: new URLSearchParams({ does: "pay_by_card" }),
    redirect: "manual",
  });
  expect(paid.headers.get("location")).toBe(`${RETURN_URL}?top_up=${topUp.id}`);

  expect(await stateBecomes(payer, topUp.id, "PAID")).toMatchObject({
    checkoutUrl: null,
    ended: expect.any(String) as string,
  });
  expect(await balanceOf(payer)).toBe(nanoOf("250.05"));
  const credits = (await allEntries(harness().system, payer.org)).filter(({ id }) => id.startsWith("top-up:"));
  expect(credits).toMatchObject([{ id: `top-up:${topUp.id}`, type: "credit", amount_mxn: "200.05" }]);
  expect(await harness().system.cenote("ledger", "verify", payer.org)).toMatchObject({ ok: true });
});

test("an event credits a top-up that nobody polls, once, even if it comes repeatedly and the top-up is polled meanwhile", async () => {
  const payer = await newPayer(harness().system);
  const topUp = await create(payer, "100");
  await perform(topUp, "pay_by_card");
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => completed(topUp)),
    ...Array.from({ length: 20 }, () => look(payer, topUp.id)),
  ]);
  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => ({ status: 200, body: { received: true } })));
  expect(await look(payer, topUp.id)).toMatchObject({ state: "PAID" });
  expect(await balanceOf(payer)).toBe(nanoOf("150"));
});

test("an event that Stripe did not sign moves no money, and is an error in the contract's form", async () => {
  const payer = await newPayer(harness().system);
  const topUp = await create(payer);
  const session = { id: "cs_1", object: "checkout.session", client_reference_id: topUp.id, payment_status: "paid" };
  const forged = await send("checkout.session.completed", session, "whsec_guessed");
  expect(forged).toMatchObject({
    status: 400,
    body: { error: { code: "invalid_request_error", request_id: expect.stringMatching(/^req_/) as string } },
  });
  // The event is signed, but nothing was paid: what Stripe itself returns counts.
  expect(await send("checkout.session.completed", session)).toMatchObject({ status: 200 });
  expect(await look(payer, topUp.id)).toMatchObject({ state: "OPEN" });
  expect(await balanceOf(payer)).toBe(nanoOf("50"));
  const bare = await harness().client.post("/webhooks/stripe", { type: "checkout.session.completed" }, { key: "" });
  expect(bare.status).toBe(400);
});

test("a voucher is processing until the cash arrives, or fails", async () => {
  const payer = await newPayer(harness().system);
  const [paid, unpaid] = [await create(payer, "100"), await create(payer, "300")];
  for (const topUp of [paid, unpaid]) {
    await perform(topUp, "get_voucher");
    expect(await stateBecomes(payer, topUp.id, "PROCESSING")).toMatchObject({ checkoutUrl: null });
  }
  expect(await balanceOf(payer)).toBe(nanoOf("50"));
  await perform(paid, "money_arrives");
  await perform(unpaid, "money_does_not_arrive");
  await stateBecomes(payer, paid.id, "PAID");
  await stateBecomes(payer, unpaid.id, "FAILED");
  expect(await balanceOf(payer)).toBe(nanoOf("150"));
  const { data } = await graphql<{ topUps: { edges: readonly { node: TopUp }[] } }>(
    payer.key,
    `{ topUps(first: 5) { edges { node { ${FIELDS} } } } }`,
  );
  expect(data?.topUps.edges.map(({ node }) => [node.amount, node.state])).toEqual([
    ["300", "FAILED"],
    ["100", "PAID"],
  ]);
});

test("what is paid back, or lost in a dispute, is taken off the balance, once", async () => {
  const payer = await newPayer(harness().system);
  const topUp = await create(payer, "100");
  await perform(topUp, "pay_by_card");
  await stateBecomes(payer, topUp.id, "PAID");
  const { payment_intent: intent } = await api<{ payment_intent: string }>(`checkout/sessions/${sessionOf(topUp)}`);
  const refund = await api<{ id: string }>("refunds", { payment_intent: intent, amount: "3000" });
  for (let times = 0; times < 3; times++)
    expect(await send("refund.created", { ...refund, object: "refund", payment_intent: intent })).toMatchObject({
      status: 200,
    });
  expect(await look(payer, topUp.id)).toMatchObject({ state: "PAID", refunded: "30" });
  expect(await balanceOf(payer)).toBe(nanoOf("120"));
  // The customer's bank takes back the remaining amount.
  await perform(topUp, "lose_dispute");
  for (let times = 0; times < 2; times++)
    expect(
      await send("charge.dispute.closed", { id: "dp_1", object: "dispute", payment_intent: intent }),
    ).toMatchObject({ status: 200 });
  expect(await look(payer, topUp.id)).toMatchObject({ refunded: "100" });
  expect(await balanceOf(payer)).toBe(nanoOf("50"));
});

test("what was paid while the system was killed is credited once, when it is back", async () => {
  const { system } = harness();
  const payer = await newPayer(system);
  const topUp = await create(payer, "100");
  await perform(topUp, "pay_by_card");
  const events = [completed(topUp), completed(topUp)].map((sent) => sent.catch(() => undefined));
  await system.kill9();
  await Promise.all(events);
  await system.restart();
  await stateBecomes(payer, topUp.id, "PAID");
  expect(await completed(topUp)).toMatchObject({ status: 200 });
  expect(await balanceOf(payer)).toBe(nanoOf("150"));
  expect(await system.cenote("ledger", "verify", payer.org)).toMatchObject({ ok: true });
});

test("amounts and addresses out of bounds are refused by name; the terms say the bounds", async () => {
  const { key } = await newPayer(harness().system);
  const terms = await graphql(key, "{ topUpTerms { minimum maximum methods test } }");
  expect(terms.data).toEqual({
    topUpTerms: { minimum: "50", maximum: "10000", methods: ["CARD", "OXXO"], test: true },
  });
  for (const amount of ["49.99", "10000.01", "100.001"]) {
    const { errors } = await tryCreate(key, amount);
    expect(errors?.[0]?.extensions).toMatchObject({ code: "invalid_request_error", param: "amount" });
    expect(errors?.[0]?.message).toContain("from 50 to 10000 pesos");
  }
  const { errors } = await tryCreate(key, "100", "javascript:alert(1)");
  expect(errors?.[0]?.extensions).toMatchObject({ code: "invalid_request_error", param: "returnUrl" });
});

test("client tokens and restricted keys can't open a page, and another organization sees no top-up", async () => {
  const { system } = harness();
  const [payer, other] = [await newPayer(system), await newPayer(system)];
  const topUp = await create(payer);
  expect(await look(other, topUp.id)).toBeNull();
  const { key: restricted } = await system.cenote<{ key: string }>("key", "create", payer.org, "--budget", "10");
  expect((await tryCreate(restricted, "100")).errors?.[0]?.extensions).toMatchObject({ code: "permission_denied" });
  const token = await graphql<{ createClientToken: { secret: string } }>(
    payer.key,
    `
      mutation {
        createClientToken(input: { operations: [CHAT, BALANCE], budget: "1" }) {
          secret
        }
      }
    `,
  );
  const secret = token.data?.createClientToken.secret ?? "";
  expect((await tryCreate(secret, "100")).errors?.[0]?.extensions).toMatchObject({ code: "permission_denied" });
});

test("while Stripe can't be reached no page opens and nothing is lost; nobody sees its messages or our keys", async () => {
  const { system } = harness();
  const payer = await newPayer(system);
  const paid = await create(payer, "100");
  await perform(paid, "pay_by_card");
  await harness().simulator.fault({
    provider: "stripe",
    count: 20,
    fault: "status",
    status: 500,
    message: "words-of-stripe",
  });
  const { errors } = await tryCreate(payer.key, "100");
  expect(errors?.[0]?.extensions).toMatchObject({ code: "provider_unavailable" });
  expect(JSON.stringify(errors)).not.toContain("words-of-stripe");
  await harness().simulator.clearFaults();
  await stateBecomes(payer, paid.id, "PAID");
  expect(await balanceOf(payer)).toBe(nanoOf("150"));
  expect(system.output()).not.toMatch(/canary/);
});
