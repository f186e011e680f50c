/** Checks the simulator with Stripe's own client. */
import { createManualClock } from "@cenote/testkit";
import StripeSdk from "stripe";
import { withSimulator } from "../testing/with-simulator";

const clock = createManualClock(Date.UTC(2026, 10, 1));
const HOUR_MS = 3_600_000;
const simulator = withSimulator({ clock });

const clientWith = (key: string): StripeSdk =>
  new StripeSdk(key, {
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: StripeSdk.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) =>
      fetch(new Request(input).url.replace(/^https:\/\/api\.stripe\.com(:443)?/, `${simulator.url}/stripe`), init),
    ),
  });
const stripe = () => clientWith("sk_test_simulated");

const PARAMS: StripeSdk.Checkout.SessionCreateParams = {
  mode: "payment",
  client_reference_id: "top-up-1",
  metadata: { top_up: "top-up-1" },
  line_items: [
    { quantity: 1, price_data: { currency: "mxn", unit_amount: 20_005, product_data: { name: "Prepaid balance" } } },
  ],
  allowed_payment_method_types: ["card", "oxxo"],
  success_url: "https://shop.test/back?session={CHECKOUT_SESSION_ID}",
  cancel_url: "https://shop.test/cancelled",
};
const create = (changes: Partial<StripeSdk.Checkout.SessionCreateParams> = {}, options?: StripeSdk.RequestOptions) =>
  stripe().checkout.sessions.create({ ...PARAMS, ...changes }, options);
const retrieve = (id: string) => stripe().checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
const perform = async (id: string, does: string): Promise<number> =>
  (await fetch(`${simulator.url}/__simulator/checkouts?id=${id}&does=${does}`, { method: "POST" })).status;
const press = (page: string, does: string) =>
  fetch(page, { method: "POST", body: new URLSearchParams({ does }), redirect: "manual" });
const failure = async (work: Promise<unknown>): Promise<StripeSdk.errors.StripeError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof StripeSdk.errors.StripeError) return error;
  throw new Error(`it did not fail as expected: ${String(error)}`);
};

describe("a session", () => {
  it("is open, unpaid and has a page, with what it was created with", async () => {
    const session = await create();
    expect(session).toMatchObject({
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      amount_total: 20_005,
      currency: "mxn",
      client_reference_id: "top-up-1",
      metadata: { top_up: "top-up-1" },
      payment_intent: null,
      livemode: false,
      url: `${simulator.url}/stripe/pay/${session.id}`,
    });
    expect(await retrieve(session.id)).toMatchObject({ id: session.id, status: "open" });
  });

  it("is the same for the same idempotency key, and an error for another body", async () => {
    const first = await create({}, { idempotencyKey: "once" });
    expect((await create({}, { idempotencyKey: "once" })).id).toBe(first.id);
    const error = await failure(create({ client_reference_id: "top-up-2" }, { idempotencyKey: "once" }));
    expect(error).toBeInstanceOf(StripeSdk.errors.StripeIdempotencyError);
  });

  it("is answered again as at first for the same idempotency key, whatever happened to it since", async () => {
    const first = await create({}, { idempotencyKey: "kept" });
    await perform(first.id, "pay_by_card");
    const again = await create({}, { idempotencyKey: "kept" });
    expect(again).toMatchObject({ id: first.id, status: "open", url: first.url });
    expect(new Headers(again.lastResponse.headers).get("idempotent-replayed")).toBe("true");
    expect((await retrieve(first.id)).status).toBe("complete");
  });

  it("that was refused may be asked for again with the same idempotency key", async () => {
    const options = { idempotencyKey: "mended" };
    await failure(create({ success_url: "" }, options));
    expect((await create({}, options)).status).toBe("open");
  });

  it("may have several items, whose prices are added up", async () => {
    const item = (quantity: number, name: string) => ({
      quantity,
      price_data: { currency: "mxn", unit_amount: 1_005, product_data: { name } },
    });
    const session = await create({ line_items: [item(1, "Balance"), item(3, "Coffee")] });
    expect(session.amount_total).toBe(4_020);
    expect(await (await fetch(session.url ?? "")).text()).toContain("Balance, Coffee");
  });

  it("paid by card is complete and paid, and its payment succeeded", async () => {
    const { id } = await create();
    expect(await perform(id, "pay_by_card")).toBe(204);
    const paid = await retrieve(id);
    expect(paid).toMatchObject({ status: "complete", payment_status: "paid", url: null });
    expect(paid.payment_intent).toMatchObject({
      object: "payment_intent",
      status: "succeeded",
      amount_received: 20_005,
      latest_charge: { object: "charge", amount: 20_005, amount_refunded: 0 },
    });
    expect(await perform(id, "pay_by_card")).toBe(400);
  });

  it.each([
    ["money_arrives", { payment_status: "paid", payment_intent: { status: "succeeded" } }],
    [
      "money_does_not_arrive",
      { status: "complete", payment_status: "unpaid", payment_intent: { status: "requires_payment_method" } },
    ],
  ])("with a voucher is complete and unpaid until %s", async (deed, expected) => {
    const { id } = await create();
    await perform(id, "get_voucher");
    expect(await retrieve(id)).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
      payment_intent: { status: "requires_action" },
    });
    expect(await perform(id, deed)).toBe(204);
    expect(await retrieve(id)).toMatchObject(expected);
  });

  it("expires when it is told to, and by itself", async () => {
    const { id } = await create();
    expect(await stripe().checkout.sessions.expire(id)).toMatchObject({ status: "expired", url: null });
    expect(await failure(stripe().checkout.sessions.expire(id))).toMatchObject({ code: "resource_invalid_state" });
    const expiresAt = Math.floor(clock.nowMs() / 1_000) + 3_600;
    const other = await create({ expires_at: expiresAt });
    await clock.advance(HOUR_MS - 1_000);
    expect((await retrieve(other.id)).status).toBe("open");
    await clock.advance(1_000);
    expect((await retrieve(other.id)).status).toBe("expired");
    expect(await perform(other.id, "pay_by_card")).toBe(400);
  });

  it("offers OXXO only up to ten thousand pesos, and transfers only to a customer", async () => {
    const dear = { quantity: 1, price_data: { currency: "mxn", unit_amount: 1_000_001, product_data: { name: "x" } } };
    expect((await create({ line_items: [dear] })).payment_method_types).toEqual(["card"]);
    const transfer: Partial<StripeSdk.Checkout.SessionCreateParams> = {
      allowed_payment_method_types: ["customer_balance"],
      payment_method_options: {
        customer_balance: { funding_type: "bank_transfer", bank_transfer: { type: "mx_bank_transfer" } },
      },
    };
    expect(await failure(create(transfer))).toMatchObject({ param: "customer", code: "parameter_missing" });
    const customer = await stripe().customers.create({ metadata: { top_up: "1" } });
    const { id, payment_method_types: types } = await create({ ...transfer, customer: customer.id });
    expect(types).toEqual(["customer_balance"]);
    expect(await perform(id, "get_voucher")).toBe(400);
    expect(await perform(id, "get_bank_details")).toBe(204);
    expect(await perform(id, "money_arrives")).toBe(204);
    expect((await retrieve(id)).payment_status).toBe("paid");
  });
});

describe("a request that the real API refuses", () => {
  const line = (unitAmount: number, currency = "mxn") => ({
    quantity: 1,
    price_data: { currency, unit_amount: unitAmount, product_data: { name: "x" } },
  });
  const { price_data: price } = line(5_000);
  it.each<[string, Record<string, unknown>, object]>([
    ["an unknown parameter", { colour: "red" }, { code: "parameter_unknown", param: "colour" }],
    ["no success_url", { success_url: "" }, { code: "parameter_missing", param: "success_url" }],
    ["too little", { line_items: [line(999)] }, { code: "amount_too_small" }],
    ["more than eight digits of cents", { line_items: [line(100_000_000)] }, { code: "amount_too_large" }],
    ["no quantity", { line_items: [{ price_data: price }] }, { param: "line_items[0]" }],
    [
      "an item without a name",
      { line_items: [{ quantity: 1, price_data: { ...price, product_data: {} } }] },
      { code: "parameter_missing", param: "line_items[0][price_data][product_data][name]" },
    ],
    ["two currencies", { line_items: [line(5_000), line(5_000, "usd")] }, { param: "line_items[1]" }],
    ["a path for a URL", { cancel_url: "/back" }, { code: "url_invalid", param: "cancel_url" }],
    ["a URL of another kind", { success_url: "javascript:alert(1)" }, { code: "url_invalid" }],
    ["a URL that is too long", { success_url: `https://shop.test/${"x".repeat(5_000)}` }, { code: "url_invalid" }],
    ["half a cent", { line_items: [line(1000.5)] }, { code: "parameter_invalid_integer" }],
    ["an end too near", { expires_at: 1 }, { param: "expires_at" }],
  ])("with %s is refused here", async (_what, changes, expected) => {
    const error = await failure(create(changes));
    expect(error).toBeInstanceOf(StripeSdk.errors.StripeInvalidRequestError);
    expect(error).toMatchObject(expected);
  });

  it("is one with a wrong key, or about a session that does not exist", async () => {
    const wrong = clientWith("sk_invalid").checkout.sessions.create(PARAMS);
    expect(await failure(wrong)).toBeInstanceOf(StripeSdk.errors.StripeAuthenticationError);
    expect(await failure(retrieve("cs_test_nothing"))).toMatchObject({ code: "resource_missing", statusCode: 404 });
  });
});

describe("every answer", () => {
  it("has an id of its request, an error too", async () => {
    expect((await create()).lastResponse.requestId).toMatch(/^req_\w+$/);
    expect((await failure(retrieve("cs_test_nothing"))).requestId).toMatch(/^req_\w+$/);
  });

  it("is given to a key that is sent as a user's name, as curl does", async () => {
    const { id } = await create();
    const ask = (user: string) =>
      fetch(`${simulator.url}/stripe/v1/checkout/sessions/${id}`, {
        headers: { authorization: `Basic ${Buffer.from(`${user}:`).toString("base64")}` },
      });
    expect((await ask("sk_test_simulated")).status).toBe(200);
    expect((await ask("sk_invalid")).status).toBe(401);
  });

  it("is expanded by a list without indices too", async () => {
    const { id } = await create();
    await perform(id, "pay_by_card");
    const response = await fetch(`${simulator.url}/stripe/v1/checkout/sessions/${id}?expand[]=payment_intent`, {
      headers: { authorization: "Bearer sk_test_simulated" },
    });
    expect(await response.json()).toMatchObject({ payment_intent: { status: "succeeded" } });
  });
});

describe("a customer", () => {
  it("is created once for one idempotency key, and a key is for one endpoint", async () => {
    const options = { idempotencyKey: "customer-1" };
    const customer = await stripe().customers.create({ metadata: { top_up: "1" } }, options);
    expect(customer.metadata).toEqual({ top_up: "1" });
    expect((await stripe().customers.create({ metadata: { top_up: "1" } }, options)).id).toBe(customer.id);
    expect(await failure(create({}, options))).toBeInstanceOf(StripeSdk.errors.StripeIdempotencyError);
  });
});

describe("refunds", () => {
  it("may name the charge, need a whole number of cents, and end with a lost dispute", async () => {
    const { id } = await create();
    await perform(id, "pay_by_card");
    const intent = (await retrieve(id)).payment_intent as StripeSdk.PaymentIntent;
    const charge = (intent.latest_charge as StripeSdk.Charge).id;
    expect(await stripe().refunds.create({ charge, amount: 5 })).toMatchObject({ charge, payment_intent: intent.id });
    expect(await failure(stripe().refunds.create({ charge, amount: Number.NaN }))).toMatchObject({
      code: "parameter_invalid_integer",
      param: "amount",
    });
    await perform(id, "lose_dispute");
    expect(await failure(stripe().refunds.create({ charge, amount: 1 }))).toMatchObject({ statusCode: 400 });
    expect((await stripe().refunds.list({ charge })).data.map(({ amount }) => amount)).toEqual([5]);
  });

  it("are partial or whole, and never more than was paid", async () => {
    const { id } = await create();
    await perform(id, "pay_by_card");
    const intent = (await stripe().checkout.sessions.retrieve(id)).payment_intent as string;
    expect(await stripe().refunds.create({ payment_intent: intent, amount: 5_000 })).toMatchObject({
      status: "succeeded",
      payment_intent: intent,
    });
    expect(await failure(stripe().refunds.create({ payment_intent: intent, amount: 15_006 }))).toMatchObject({
      code: "charge_already_refunded",
    });
    await stripe().refunds.create({ payment_intent: intent });
    const { data } = await stripe().refunds.list({ payment_intent: intent });
    expect(data.map(({ amount }) => amount)).toEqual([15_005, 5_000]);
    expect((await retrieve(id)).payment_intent).toMatchObject({ latest_charge: { amount_refunded: 20_005 } });
  });
});

describe("a dispute that is lost", () => {
  it("takes back what was not refunded, and is shown by the charge", async () => {
    const { id } = await create();
    await perform(id, "pay_by_card");
    const intent = (await stripe().checkout.sessions.retrieve(id)).payment_intent as string;
    await stripe().refunds.create({ payment_intent: intent, amount: 5_000 });
    expect((await stripe().disputes.list({ payment_intent: intent })).data).toEqual([]);
    expect(await perform(id, "lose_dispute")).toBe(204);
    const { data } = await stripe().disputes.list({ payment_intent: intent });
    expect(data).toMatchObject([{ amount: 15_005, status: "lost", payment_intent: intent }]);
    expect((await retrieve(id)).payment_intent).toMatchObject({ latest_charge: { disputed: true } });
    expect(await perform(id, "lose_dispute")).toBe(400);
  });
});

describe("the page of a session", () => {
  it("says that nothing is real, what is paid and for what, and runs no script", async () => {
    const { url: page } = await create({
      line_items: [
        { quantity: 1, price_data: { currency: "mxn", unit_amount: 20_005, product_data: { name: "<b>Balance</b>" } } },
      ],
    });
    const response = await fetch(page ?? "");
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    const html = await response.text();
    for (const text of ["no real money moves", "$200.05 MXN", "&lt;b&gt;Balance&lt;/b&gt;", "Pay by card", "OXXO"])
      expect(html).toContain(text);
    expect(html).not.toContain("<script");
  });

  it("leads back to the shop, paid or not", async () => {
    const { id, url: page } = await create();
    const left = await press(page ?? "", "leave");
    expect([left.status, left.headers.get("location")]).toEqual([303, "https://shop.test/cancelled"]);
    const declined = await press(page ?? "", "decline");
    expect(await declined.text()).toContain("The card was declined.");
    const paid = await press(page ?? "", "pay_by_card");
    expect([paid.status, paid.headers.get("location")]).toEqual([303, `https://shop.test/back?session=${id}`]);
    expect((await retrieve(id)).payment_status).toBe("paid");
    expect(await (await fetch(page ?? "")).text()).toContain("This is paid.");
    expect(await (await press(page ?? "", "pay_by_card")).text()).toContain("not possible any more");
  });

  it("leads back to where the payment is shown if there is one, else to where it was cancelled", async () => {
    const { id, url: page } = await create();
    await perform(id, "get_voucher");
    expect((await press(page ?? "", "leave")).headers.get("location")).toBe(`https://shop.test/back?session=${id}`);
    const expired = await create();
    await perform(expired.id, "expire");
    expect((await press(expired.url ?? "", "leave")).headers.get("location")).toBe("https://shop.test/cancelled");
  });

  it("leads back to an address with characters that a header can't have", async () => {
    const { url: page } = await create({ success_url: "https://shop.test/pagó\n/日本" });
    const { status, headers } = await press(page ?? "", "pay_by_card");
    expect([status, headers.get("location")]).toEqual([303, "https://shop.test/pag%C3%B3/%E6%97%A5%E6%9C%AC"]);
  });

  it("leads back to the shop if there is no address for whoever cancels", async () => {
    const { id, url: page } = await create({ cancel_url: "" });
    const left = await press(page ?? "", "leave");
    expect([left.status, left.headers.get("location")]).toEqual([303, `https://shop.test/back?session=${id}`]);
  });

  it("of a session that is not known says so to a person", async () => {
    const response = await fetch(`${simulator.url}/stripe/pay/cs_test_nothing`);
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await response.text()).toContain("This payment is not known");
  });
});
