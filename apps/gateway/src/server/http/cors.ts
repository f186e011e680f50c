import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Adds CORS headers. They are set on Node's response, because streams and the hottest routes bypass the framework's
 * reply.
 * @returns Whether the request was a preflight request, which is then answered.
 */
export type Cors = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** The headers that pages may read: all that answers set. */
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

/** @param origins The allowed origins now, such as `https://app.example`. If there are none, nothing is checked. */
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
    // The page itself sends the key in a header, so allowing any other header reveals nothing.
    raw.setHeader("access-control-allow-headers", headers["access-control-request-headers"] ?? "");
    raw.setHeader("access-control-max-age", `${PREFLIGHT_AGE_S}`);
    void reply.code(204).send();
    return true;
  };
