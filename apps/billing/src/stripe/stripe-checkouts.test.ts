import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parseMxn, systemClock } from "@cenote/core";
import StripeSdk from "stripe";
import { testCatalog, testCatalogSource } from "../testing/catalog";
import { readStripeSettings, stripeAccount } from "./stripe-account";
import { stripeCheckouts } from "./stripe-checkouts";
import { methodsFor, wantedSession } from "./wanted-session";

const SECRET = "whsec_test";
const ID = "00000000-0000-4000-8000-000000000001";
const ORG = "00000000-0000-4000-8000-00000000000a";
const NO_SETTINGS = { secretKey: undefined, webhookSecret: undefined, apiUrl: undefined };
const catalog = testCatalogSource(testCatalog());

const checkoutsWith = (changes: object = {}) => {
  const checkouts = stripeCheckouts({
    account: { secretKey: "sk_test_x", webhookSecret: SECRET, apiUrl: undefined, proxies: undefined, ...changes },
    catalog,
    clock: systemClock,
  });
  if (checkouts === undefined) throw new Error("there is an account");
  return checkouts;
};

/** An event as Stripe sends it, signed by its own library. */
const signed = (type: string, object: object, secret = SECRET, atS = Math.floor(Date.now() / 1_000)) => {
  const payload = JSON.stringify({ id: "evt_1", object: "event", type, data: { object } });
  const signature = new StripeSdk("sk_test_x").webhooks.generateTestHeaderString({ payload, secret, timestamp: atS });
  return [Buffer.from(payload), signature] as const;
};
const SESSION = { id: "cs_1", object: "checkout.session", client_reference_id: ID };

describe("an event of Stripe", () => {
  it.each([
    ["checkout.session.completed", SESSION, { topUpId: ID }],
    ["checkout.session.async_payment_failed", SESSION, { topUpId: ID }],
    ["checkout.session.completed", { ...SESSION, client_reference_id: null }, undefined],
    ["charge.refunded", { id: "ch_1", object: "charge", payment_intent: "pi_1" }, { paymentId: "pi_1" }],
    ["refund.updated", { id: "re_1", object: "refund", payment_intent: { id: "pi_1" } }, { paymentId: "pi_1" }],
    ["refund.updated", { id: "re_1", object: "refund", payment_intent: null }, undefined],
    ["charge.dispute.closed", { id: "dp_1", object: "dispute", payment_intent: "pi_1" }, { paymentId: "pi_1" }],
    ["customer.created", { id: "cus_1", object: "customer" }, undefined],
    ["v2.whatever", { id: "x" }, undefined],
  ])("%s tells which top-up it is about", (type, object, subject) => {
    expect(checkoutsWith().readEvent(...signed(type, object))).toEqual(subject);
  });

  it.each(["null", "{}", '{"data":{}}'])("that is signed but is none, %s, concerns no top-up", (payload) => {
    const signature = new StripeSdk("sk_test_x").webhooks.generateTestHeaderString({ payload, secret: SECRET });
    expect(checkoutsWith().readEvent(Buffer.from(payload), signature)).toBeUndefined();
  });

  it("with a wrong, missing or old signature, or a changed body, is refused", () => {
    const [body, signature] = signed("checkout.session.completed", SESSION);
    const [, ofAnother] = signed("checkout.session.completed", SESSION, "whsec_another");
    const [, old] = signed("checkout.session.completed", SESSION, SECRET, Math.floor(Date.now() / 1_000) - 600);
    const changed = Buffer.from(body.toString().replace("0001", "0002"));
    for (const [given, by] of [
      [body, ofAnother],
      [body, old],
      [body, ""],
      [body, "t=1,v1=zz"],
      [changed, signature],
      [Buffer.alloc(0), signature],
    ] as const)
      expect(() => checkoutsWith().readEvent(given, by)).toThrow(
        expect.objectContaining({ code: "invalid_request_error", param: "stripe-signature" }) as Error,
      );
  });

  it("is not received without the endpoint's secret", () => {
    const [body, signature] = signed("checkout.session.completed", SESSION);
    expect(() => checkoutsWith({ webhookSecret: undefined }).readEvent(body, signature)).toThrow(
      expect.objectContaining({ code: "not_found" }) as Error,
    );
  });
});

describe("the account where organizations pay in", () => {
  const SIMULATED = { simulatorUrl: "http://127.0.0.1:8090", proxies: undefined };
  it("is Stripe's if there is a key, else the simulator's, else there is none", () => {
    expect(stripeAccount({ ...NO_SETTINGS, secretKey: "sk_live_x" }, SIMULATED)).toMatchObject({
      secretKey: "sk_live_x",
      apiUrl: undefined,
    });
    expect(stripeAccount(NO_SETTINGS, SIMULATED)).toMatchObject({ apiUrl: "http://127.0.0.1:8090/stripe" });
    expect(stripeAccount(NO_SETTINGS, { simulatorUrl: undefined, proxies: undefined })).toBeUndefined();
    expect(stripeCheckouts({ account: undefined, catalog, clock: systemClock })).toBeUndefined();
  });

  it("is not guessed where only the address of its API is given", () => {
    expect(() => readStripeSettings({ STRIPE_API_URL: "http://127.0.0.1:8090/stripe" })).toThrow("STRIPE_SECRET_KEY");
    expect(readStripeSettings({ STRIPE_WEBHOOK_SECRET: SECRET })).toMatchObject({ webhookSecret: SECRET });
  });

  it("moves real money only with a live key", () => {
    expect(["sk_live_x", "rk_live_x", "sk_test_x"].map((secretKey) => checkoutsWith({ secretKey }).isTest)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("that does not answer is named neither with its key nor its words", async () => {
    const checkouts = checkoutsWith({ apiUrl: "http://127.0.0.1:1" });
    await expect(checkouts.look("cs_1", { id: ID, amount: parseMxn("100") })).rejects.toMatchObject({
      code: "provider_unavailable",
      message: "The payment processor does not answer.",
    });
  });
});

describe("a page that is looked at", () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.close();
  });
  const serve = async (answers: (path: URL) => readonly [status: number, body: object]) => {
    server = createServer((request, response) => {
      const [status, body] = answers(new URL(request.url ?? "/", "http://stripe.test"));
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const checkouts = checkoutsWith({ apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    return () => checkouts.look("cs_1", { id: ID, amount: parseMxn("100") });
  };

  it("may be unknown to the account", async () => {
    const error = { type: "invalid_request_error", code: "resource_missing", message: "No such checkout.session" };
    const look = await serve(() => [404, { error }]);
    expect(await look()).toEqual({ state: "unknown" });
  });

  it("is known with all its refunds, however many pages of them there are", async () => {
    const refunds = Array.from({ length: 230 }, (_, index) => ({ id: `re_${index}`, amount: 1, status: "succeeded" }));
    const intent = { id: "pi_1", latest_charge: { id: "ch_1", amount_refunded: 230, disputed: false } };
    const session = { id: "cs_1", currency: "mxn", amount_total: 10_000, payment_status: "paid" };
    const look = await serve(({ pathname, searchParams }) => {
      if (pathname.endsWith("/cs_1")) return [200, { ...session, payment_intent: intent }];
      const from = refunds.findIndex(({ id }) => id === searchParams.get("starting_after")) + 1;
      const data = pathname.endsWith("/refunds") ? refunds.slice(from, from + 100) : [];
      const isMore = data.at(-1)?.id !== "re_229" && data.length > 0;
      return [200, { object: "list", url: pathname, has_more: isMore, data }];
    });
    const sight = await look();
    expect(sight.state === "paid" && sight.refunds.map(({ id }) => id)).toEqual(refunds.map(({ id }) => id));
  });
});

describe("the page that is asked for", () => {
  const wanted = (pesos: string) => ({
    id: ID,
    organizationId: ORG,
    amount: parseMxn(pesos),
    returnUrl: "https://app.test/?top_up=1",
    expiresAtMs: 1_800_000_000_500,
  });

  it("is for the amount in cents, once, and leads back whether or not it is paid", () => {
    expect(wantedSession(wanted("200.05"), ["card", "oxxo"], undefined)).toEqual({
      mode: "payment",
      client_reference_id: ID,
      metadata: { top_up: ID, organization: ORG },
      payment_intent_data: { metadata: { top_up: ID, organization: ORG } },
      line_items: [
        {
          quantity: 1,
          price_data: { currency: "mxn", unit_amount: 20_005, product_data: { name: "Prepaid balance" } },
        },
      ],
      allowed_payment_method_types: ["card", "oxxo"],
      adaptive_pricing: { enabled: false },
      success_url: "https://app.test/?top_up=1",
      cancel_url: "https://app.test/?top_up=1",
      expires_at: 1_800_000_000,
    });
  });

  it("takes transfers for a customer", () => {
    expect(wantedSession(wanted("100"), ["spei"], "cus_1")).toMatchObject({
      allowed_payment_method_types: ["customer_balance"],
      customer: "cus_1",
      payment_method_options: { customer_balance: { funding_type: "bank_transfer" } },
    });
  });

  it("offers OXXO up to ten thousand pesos only, and always something", () => {
    expect(methodsFor(["card", "oxxo"], parseMxn("10000"))).toEqual(["card", "oxxo"]);
    expect(methodsFor(["card", "oxxo"], parseMxn("10000.01"))).toEqual(["card"]);
    expect(methodsFor(["oxxo"], parseMxn("10000.01"))).toEqual(["card"]);
  });
});
