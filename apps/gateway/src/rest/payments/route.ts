import type { BillingService } from "@cenote/contracts";
import { CenoteError, type Clock, invalidRequest } from "@cenote/core";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { JSON_TYPE } from "../../server/answers/json-type";
import { expectsContinue } from "../../server/bodies/expects-continue";

/** Events of the processor are a few KB. */
const MAX_EVENT_BYTES = 256 * 1024;
/**
 * Most events that are arriving, and most that billing is handling. Events have no key, so they have limits of their
 * own: unsigned events take no slot from calls, and events that never arrive take none from those that have.
 */
const MAX_ARRIVING_EVENTS = 256;
const MAX_OPEN_EVENTS = 64;
/** Time for an event's body to arrive: it comes in one piece. */
const ARRIVAL_MS = 5_000;
const RETRY_MS = 1_000;

const signatureOf = ({ headers }: Pick<FastifyRequest, "headers">): string => {
  const { "stripe-signature": signature } = headers;
  if (typeof signature !== "string")
    throw invalidRequest("stripe-signature", "The header Stripe-Signature is missing.");
  return signature;
};

const tooMany = (): CenoteError => new CenoteError("overloaded", undefined, { retryAfterMs: RETRY_MS });

export interface PaymentRouteParts {
  readonly billing: Pick<BillingService, "receivePaymentEvent">;
  readonly clock: Clock;
}

/**
 * Receives the payment processor's events. It signs the bytes of the body, so they are not parsed here. After any
 * status other than 200, it sends the event again later.
 */
export const addPaymentRoute = (server: FastifyInstance, { billing, clock }: PaymentRouteParts): void => {
  let arriving = 0;
  let open = 0;
  /** Runs before the body is read. Errors: invalid_request_error, overloaded. */
  const enter = async (request: FastifyRequest): Promise<void> => {
    signatureOf(request);
    if (arriving >= MAX_ARRIVING_EVENTS) throw tooMany();
    arriving++;
    const late = clock.setTimer(() => {
      request.raw.destroy();
    }, ARRIVAL_MS);
    request.raw.once("close", () => {
      arriving--;
      late.cancel();
    });
    if (expectsContinue(request.raw)) request.exchange.response.writeContinue();
  };
  const receive = async (request: FastifyRequest): Promise<void> => {
    if (open >= MAX_OPEN_EVENTS) throw tooMany();
    open++;
    try {
      // Without a content type the framework reads no body.
      const { body = Buffer.alloc(0) } = request as { readonly body?: Buffer };
      await billing.receivePaymentEvent({ body, signature: signatureOf(request) });
    } finally {
      open--;
    }
  };
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "buffer", bodyLimit: MAX_EVENT_BYTES },
      (_request, body, parsed) => {
        parsed(null, body);
      },
    );
    const options = { schema: { hide: true }, onRequest: enter };
    scope.post<{ Body: Buffer }>("/webhooks/stripe", options, async (request, reply) => {
      await receive(request);
      return reply.type(JSON_TYPE).send(`{"received":true}`);
    });
    done();
  });
};
