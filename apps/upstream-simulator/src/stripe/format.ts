import type { Clock, Ids } from "@cenote/core";
import { ownOrigin } from "../media/files";
import {
  type Answer,
  fleetingReading,
  type IncomingCall,
  plainAnswer,
  type Reading,
  type WireFormat,
} from "../wire-format";
import { checkSession } from "./check-session";
import { type Checkout, type Checkouts, isDeed } from "./checkouts";
import { type Form, mapOf, readForm } from "./form";
import { disputeJson, paymentOfCharge, refundJson, sessionJson } from "./objects";
import { PAGE_HEADERS, payPage, unknownPayPage } from "./pay-page";
import { askedBody, keyProblem, missing, mistake, problemAnswer, unknownObject } from "./problem";
import { createReplays } from "./replays";

export interface StripeFormatOptions {
  readonly checkouts: Checkouts;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "secret">;
}

const SESSIONS = "/v1/checkout/sessions";
const SESSION = /^\/v1\/checkout\/sessions\/(?<id>cs_\w+)(?<expire>\/expire)?$/;
const PAGE = /^\/pay\/(?<id>cs_\w+)$/;

const json = (body: object): Answer => plainAnswer(200, JSON.stringify(body));
const page = (body: string, status = 200): Answer => ({
  ...plainAnswer(status, body),
  contentType: "text/html; charset=utf-8",
  headers: PAGE_HEADERS,
});
/** @param address May hold any character of any alphabet; it is escaped for the header. */
const redirect = (address: string): Answer => ({
  ...plainAnswer(303, ""),
  headers: { location: new URL(address).href, ...PAGE_HEADERS },
});
const successOf = ({ id, successUrl }: Checkout): string => successUrl.replaceAll("{CHECKOUT_SESSION_ID}", id);

/** Checkout, customers and refunds of Stripe, under `/stripe`, and the page where a person pays. */
export const createStripeFormat = ({ checkouts, clock, ids }: StripeFormatOptions): WireFormat => {
  const replays = createReplays();

  const pageUrl = (call: IncomingCall, { id }: Checkout): string => `${ownOrigin(call)}/${call.provider}/pay/${id}`;
  const sessionAnswer = (call: IncomingCall, checkout: Checkout): Answer => {
    const expanded = new Set<string>();
    let name = call.parameter("expand[]") ?? call.parameter("expand[0]");
    for (let next = 1; name !== undefined; next++) {
      expanded.add(name);
      name = call.parameter(`expand[${next}]`);
    }
    return json(sessionJson(checkout, pageUrl(call, checkout), expanded));
  };

  const create = (call: IncomingCall): Answer => {
    const asked = checkSession(readForm(call.body), Math.floor(clock.nowMs() / 1_000));
    return "problem" in asked ? problemAnswer(asked.problem) : sessionAnswer(call, checkouts.create(asked));
  };

  const ofSession = (call: IncomingCall, id: string, expires: boolean): Answer => {
    const checkout = checkouts.find(id);
    if (checkout === undefined) return problemAnswer(unknownObject("checkout.session", id));
    if (!expires) return sessionAnswer(call, checkout);
    const expired = checkouts.perform(id, "expire");
    return expired === undefined
      ? problemAnswer(mistake("id", "resource_invalid_state", "Only Checkout Sessions that are open can be expired."))
      : sessionAnswer(call, expired);
  };

  /** Runs an action on the payment that the call names. */
  const ofPayment = (call: IncomingCall, form: Form, work: (checkout: Checkout) => Answer): Answer => {
    const given = (name: string) => (call.method === "GET" ? call.parameter(name) : form.get(name));
    const paymentId = given("payment_intent") ?? paymentOfCharge(given("charge") ?? "");
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
      if (amount !== undefined && !/^\d+$/.test(amount))
        return problemAnswer(mistake("amount", "parameter_invalid_integer", `Invalid integer: ${amount}`));
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

  const customer = (call: IncomingCall): Answer =>
    json({
      id: `cus_${ids.secret(14)}`,
      object: "customer",
      created: Math.floor(clock.nowMs() / 1_000),
      livemode: false,
      metadata: mapOf(readForm(call.body), "metadata"),
    });

  const api = (call: IncomingCall): Answer | undefined => {
    const { method, path } = call;
    const session = SESSION.exec(path)?.groups;
    if (method === "POST" && path === SESSIONS) return create(call);
    if (session !== undefined && (method === "GET") === (session["expire"] === undefined))
      return ofSession(call, session["id"] ?? "", method === "POST");
    if (method === "POST" && path === "/v1/customers") return customer(call);
    if (method === "GET" && path === "/v1/disputes") return disputes(call);
    return path === "/v1/refunds" && (method === "GET" || method === "POST") ? refunds(call) : undefined;
  };
  const withKey = (call: IncomingCall): Answer | undefined => {
    const problem = keyProblem(call.header("authorization"));
    if (problem !== undefined) return problemAnswer(problem);
    return call.method === "POST" ? replays.once(call, () => api(call)) : api(call);
  };
  const apiAnswer = (call: IncomingCall): Answer | undefined => {
    const answer = withKey(call);
    return answer && { ...answer, headers: { ...answer.headers, "request-id": `req_${ids.secret(14)}` } };
  };

  const payPageAnswer = (call: IncomingCall, id: string): Answer => {
    const checkout = checkouts.find(id);
    if (checkout === undefined) return page(unknownPayPage(), 404);
    if (call.method !== "POST") return page(payPage(checkout));
    const does = readForm(call.body).get("does") ?? "";
    if (does === "leave")
      return redirect(
        checkout.status === "complete" ? successOf(checkout) : (checkout.cancelUrl ?? successOf(checkout)),
      );
    if (does === "decline") return page(payPage(checkout, "The card was declined."));
    const after = isDeed(does) ? checkouts.perform(id, does) : undefined;
    return after === undefined ? page(payPage(checkout, "That is not possible any more.")) : redirect(successOf(after));
  };

  return {
    read(call): Reading | undefined {
      if (call.provider !== "stripe") return undefined;
      const ofPage = PAGE.exec(call.path)?.groups?.["id"];
      const given = ofPage === undefined ? apiAnswer(call) : payPageAnswer(call, ofPage);
      return given && fleetingReading(given);
    },
    errorBody: (_provider, facts) => askedBody(facts),
  };
};
