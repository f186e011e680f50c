import type { FastifyRequest } from "fastify";

/** Length of the body as the headers declare it; undefined if they don't. */
export const declaredBytes = ({ headers }: Pick<FastifyRequest, "headers">): number | undefined =>
  headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : undefined;
