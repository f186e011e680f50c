import type { AnswerCache } from "@cenote/contracts";
import { cacheSecondsFault, invalidField } from "@cenote/core";
import type { FastifyRequest } from "fastify";

const SECONDS = "x-gateway-cache";
const REFRESH = "x-gateway-cache-refresh";

const parseCacheHeaders = (
  seconds: string | readonly string[],
  refresh: string | readonly string[] = "false",
): AnswerCache => {
  const number = typeof seconds === "string" && /^\d+$/.test(seconds) ? Number(seconds) : NaN;
  const fault = cacheSecondsFault(SECONDS, number);
  if (fault !== undefined) throw fault;
  if (refresh !== "true" && refresh !== "false") throw invalidField(REFRESH, "true or false.");
  return { seconds: number, refresh: refresh === "true" };
};

/** The call's use of cached answers; undefined if it asks for none. Errors: invalid_request_error, names the header. */
export const answerCacheOf = ({ headers }: Pick<FastifyRequest, "headers">): AnswerCache | undefined => {
  const seconds = headers[SECONDS];
  return seconds === undefined ? undefined : parseCacheHeaders(seconds, headers[REFRESH]);
};
