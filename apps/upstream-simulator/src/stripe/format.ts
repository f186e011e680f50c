import type { Clock, Ids } from "@cenote/core";
import { ownOrigin } from "../media/files";
import { type Answer, type IncomingCall, plainAnswer, type Reading, type WireFormat } from "../wire-format";
import { type AskedSession, checkSession } from "./check-session";
import { type Checkout, type Checkouts, type Deed, DEEDS } from "./checkouts";
import { type Form, readForm } from "./form";
import { disputeJson, refundJson, sessionJson } from "./objects";
import { PAGE_HEADERS, payPage } from "./pay-page";
import { askedBody, keyProblem, missing, mistake, type Problem, problemAnswer, unknownObject } from "./problem";

export interface StripeFormatOptions {
  readonly checkouts: Checkouts;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "secret">;
}

const SESSIONS = "/v1/checkout/sessions";
const SESSION = /^\/v1\/checkout\/sessions\/(?<id>cs_\w+)(?<expire>\/expire)?$/;
const PAGE = /^\/pay\/(?<id>cs_\w+)$/;
const MAX_KEYS = 10_000;

const json = (body: object): Answer => plainAnswer(200, JSON.stringify(body));
const page = (body: string): Answer => ({
  ...plainAnswer(200, body),
  contentType: "text/html; charset=utf-8",
  headers: PAGE_HEADERS,
});
const redirect = (location: string): Answer => ({ ...plainAnswer(303, ""), headers: { location, ...PAGE_HEADERS } });

const isDeed = (word: string): word is Deed => (DEEDS as readonly string[]).includes(word);

/** Checkout, customers and refunds of Stripe, under `/stripe`, and the page where a person pays. */
export const createStripeFormat = ({ checkouts, clock, ids }: StripeFormatOptions): WireFormat => {
  /** What a key was used for, and the session that was made. */
  const keys = new Map<string, { readonly body: string; readonly id: string }>();

  const pageUrl = (call: IncomingCall, { id }: Checkout): string => `${ownOrigin(call)}/${call.provider}/pay/${id}`;
  const sessionAnswer = (call: IncomingCall, checkout: Checkout): Answer => {
    const expanded = new Set<string>();
    for (let index = 0; ; index++) {
      const name = call.parameter(`expand[${index}]`);
      if (name === undefined) break;
      expanded.add(name);
    }
    return json(sessionJson(checkout, pageUrl(call, checkout), expanded));
  };

  const create = (call: IncomingCall): Answer => {
    const key = call.header("idempotency-key");
    const known = key === undefined ? undefined : keys.get(key);
    if (known !== undefined && known.body !== call.body)
      return problemAnswer({
        status: 400,
        type: "idempotency_error",
        message: "Keys for idempotent requests can only be used with the same parameters they were first used with.",
      });
    const before = known && checkouts.find(known.id);
    if (before !== undefined) return sessionAnswer(call, before);
    const asked: AskedSession | { readonly problem: Problem } = checkSession(
      readForm(call.body),
      Math.floor(clock.nowMs() / 1_000),
    );
    if ("problem" in asked) return problemAnswer(asked.problem);
    const checkout = checkouts.create(asked);
    if (key !== undefined) {
      if (keys.size >= MAX_KEYS) keys.clear();
      keys.set(key, { body: call.body, id: checkout.id });
    }
    return sessionAnswer(call, checkout);
  };

  const ofSession = (call: IncomingCall, id: string, expires: boolean): Answer => {
    if (checkouts.find(id) === undefined) return problemAnswer(unknownObject("checkout.session", id));
    if (!expires) return sessionAnswer(call, checkouts.find(id) as Checkout);
    const expired = checkouts.perform(id, "expire");
    return expired === undefined
      ? problemAnswer(mistake("id", "resource_invalid_state", "Only Checkout Sessions that are open can be expired."))
      : sessionAnswer(call, expired);
  };

  /** What is done with the payment that the call names. */
  const ofPayment = (call: IncomingCall, form: Form, work: (checkout: Checkout) => Answer): Answer => {
    const paymentId = (call.method === "GET" ? call.parameter("payment_intent") : form.get("payment_intent")) ?? "";
    if (paymentId === "") return problemAnswer(missing("payment_intent"));
    const checkout = checkouts.findByPayment(paymentId);
    return checkout === undefined ? problemAnswer(unknownObject("payment_intent", paymentId)) : work(checkout);
  };
  const list = (url: string, data: readonly object[]): Answer => json({ object: "list", url, has_more: false, data });

  const refunds = (call: IncomingCall): Answer => {
    const form = readForm(call.body);
    return ofPayment(call, form, (checkout) => {
      if (call.method === "GET")
        return list(
          "/v1/refunds",
          checkout.refunds.map((refund) => refundJson(checkout, refund)),
        );
      const amount = form.get("amount");
      const refund = checkouts.refund(checkout.id, amount === undefined ? undefined : Number(amount));
      return refund === undefined
        ? problemAnswer(mistake("amount", "charge_already_refunded", "That much is not left of the charge."))
        : json(refundJson(checkout, refund));
    });
  };
  const disputes = (call: IncomingCall): Answer =>
    ofPayment(call, readForm(""), (checkout) =>
      list("/v1/disputes", checkout.lostDispute === undefined ? [] : [disputeJson(checkout, checkout.lostDispute)]),
    );

  const api = (call: IncomingCall): Answer | undefined => {
    const { method, path } = call;
    const session = SESSION.exec(path)?.groups;
    if (method === "POST" && path === SESSIONS) return create(call);
    if (session !== undefined && (method === "GET") === (session["expire"] === undefined))
      return ofSession(call, session["id"] ?? "", method === "POST");
    if (method === "POST" && path === "/v1/customers")
      return json({ id: `cus_${ids.secret(14)}`, object: "customer", livemode: false });
    if (method === "GET" && path === "/v1/disputes") return disputes(call);
    return path === "/v1/refunds" && (method === "GET" || method === "POST") ? refunds(call) : undefined;
  };

  const payPageAnswer = (call: IncomingCall, id: string): Answer => {
    const checkout = checkouts.find(id);
    if (checkout === undefined) return problemAnswer(unknownObject("checkout.session", id));
    if (call.method !== "POST") return page(payPage(checkout));
    const does = readForm(call.body).get("does") ?? "";
    if (does === "leave")
      return redirect(checkout.status === "open" ? (checkout.cancelUrl ?? checkout.successUrl) : checkout.successUrl);
    if (does === "decline") return page(payPage(checkout, "The card was declined."));
    const after = isDeed(does) ? checkouts.perform(id, does) : undefined;
    if (after === undefined) return page(payPage(checkout, "That is not possible any more."));
    return redirect(checkout.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", id));
  };

  return {
    name: "stripe",
    read(call): Reading | undefined {
      if (call.provider !== "stripe") return undefined;
      const ofPage = PAGE.exec(call.path)?.groups?.["id"];
      const problem = ofPage === undefined ? keyProblem(call.header("authorization")) : undefined;
      const given =
        problem !== undefined ? problemAnswer(problem) : ofPage === undefined ? api(call) : payPageAnswer(call, ofPage);
      if (given === undefined) return undefined;
      return { model: "", stream: false, fleeting: true, directives: [], answer: () => given };
    },
    errorBody: (_provider, facts) => askedBody(facts),
    errorEvent: (_provider, facts) => `data: ${askedBody(facts)}\n\n`,
  };
};
