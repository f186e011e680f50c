import { toCenoteError } from "@cenote/core";
import type { Metrics } from "@cenote/runtime";
import type { Checkouts } from "./top-ups/checkouts";

/** Counts the calls of a payment processor by outcome: `ok`, or an error code. */
export const withCheckoutCounts = (checkouts: Checkouts, metrics: Metrics): Checkouts => {
  const calls = metrics.counter({
    name: "cenote_billing_checkout_calls_total",
    help: "Calls to the payment processor: pages opened, and looks at what became of them.",
    labels: ["call", "outcome"],
  });
  const counted = async <Outcome>(call: "open" | "look", work: Promise<Outcome>): Promise<Outcome> => {
    let outcome = "ok";
    try {
      return await work;
    } catch (error) {
      outcome = toCenoteError(error).code;
      throw error;
    } finally {
      calls.inc({ call, outcome });
    }
  };
  return {
    isTest: checkouts.isTest,
    open: (wanted) => counted("open", checkouts.open(wanted)),
    look: (checkoutId, topUp) => counted("look", checkouts.look(checkoutId, topUp)),
    readEvent: (body, signature) => checkouts.readEvent(body, signature),
  };
};
