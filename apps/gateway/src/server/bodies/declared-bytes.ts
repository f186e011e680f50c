import type { FastifyRequest } from "fastify";

/** As long as the sender says the body is; undefined where he does not. */
export const declaredBytes = ({ headers }: Pick<FastifyRequest, "headers">): number | undefined =>
  headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : undefined;
