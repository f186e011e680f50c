import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Lets pages of other origins call the API. Set on Node's own answer, since streams and the hottest routes write past
 * the framework's.
 * @returns Whether the request was a browser's question before its call, and is answered.
 */
export type Cors = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** All that an answer tells about itself. */
const EXPOSED = [
  "x-request-id",
  "retry-after",
  "retry-after-ms",
  "x-should-retry",
  "idempotent-replayed",
  "original-request",
  "x-gateway-attempts",
  "x-gateway-cache",
  "x-gateway-overhead-ms",
  "x-gateway-dropped-fields",
  "sunset",
  "request-id",
  ...["requests", "tokens"].flatMap((unit) =>
    ["limit", "remaining", "reset"].map((what) => `x-ratelimit-${what}-${unit}`),
  ),
].join(", ");

const PREFLIGHT_AGE_S = 86_400;

/** @param origins Those in force, such as `https://app.example`. Where there are none nothing is looked at. */
export const createCors =
  (origins: () => readonly string[]): Cors =>
  ({ method, headers }, reply) => {
    const allowed = origins();
    if (allowed.length === 0) return false;
    const { origin } = headers;
    if (origin === undefined) return false;
    const { raw } = reply;
    raw.setHeader("vary", "origin");
    if (!allowed.includes(origin)) return false;
    raw.setHeader("access-control-allow-origin", origin);
    const isPreflight = method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
    if (!isPreflight) {
      raw.setHeader("access-control-expose-headers", EXPOSED);
      return false;
    }
    raw.setHeader("access-control-allow-methods", "GET, POST, DELETE");
    // The key is sent in a header by the page itself, so any other header a client library sends gives nothing away.
    raw.setHeader("access-control-allow-headers", headers["access-control-request-headers"] ?? "");
    raw.setHeader("access-control-max-age", `${PREFLIGHT_AGE_S}`);
    void reply.code(204).send();
    return true;
  };
