import type { FastifyRequest } from "fastify";

/** Length of the body as announced; undefined if it is not. */
export const declaredBytes = ({ headers }: Pick<FastifyRequest, "headers">): number | undefined =>
  headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : undefined;
