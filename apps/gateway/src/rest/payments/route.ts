import type { BillingService } from "@cenote/contracts";
import { invalidRequest } from "@cenote/core";
import type { FastifyInstance } from "fastify";
import { JSON_TYPE } from "../../server/answers/json-type";

/** Events of the processor are a few KB. */
const MAX_EVENT_BYTES = 256 * 1024;

export interface PaymentRouteParts {
  readonly billing: Pick<BillingService, "receivePaymentEvent">;
}

/**
 * Events of the payment processor, which proves itself by a signature over the bytes of the body, so that they are not
 * parsed here. An answer other than 200 makes it send the event again later.
 */
export const addPaymentRoute = (server: FastifyInstance, { billing }: PaymentRouteParts): void => {
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "buffer", bodyLimit: MAX_EVENT_BYTES },
      (_request, body, parsed) => {
        parsed(null, body);
      },
    );
    scope.post<{ Body: Buffer }>("/webhooks/stripe", { schema: { hide: true } }, async (request, reply) => {
      const signature = request.headers["stripe-signature"];
      if (typeof signature !== "string")
        throw invalidRequest("stripe-signature", "The header Stripe-Signature is missing.");
      await billing.receivePaymentEvent({ body: request.body, signature });
      return reply.type(JSON_TYPE).send(`{"received":true}`);
    });
    done();
  });
};
