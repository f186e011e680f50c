import { idempotencyKeyFault } from "@cenote/core";
import type { FastifyRequest } from "fastify";

const HEADER = "idempotency-key";

/** The caller's `Idempotency-Key`; empty without the header. Errors: invalid_request_error that names it. */
export const idempotencyKeyOf = ({ headers }: Pick<FastifyRequest, "headers">): string => {
  const key = headers[HEADER];
  if (key === undefined) return "";
  // Node joins a header that was sent twice. Only a few headers known to Node become a list.
  const text = typeof key === "string" ? key : key.join(", ");
  const fault = idempotencyKeyFault("Idempotency-Key", text);
  if (fault !== undefined) throw fault;
  return text;
};
