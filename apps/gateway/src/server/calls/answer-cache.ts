import type { AnswerCache } from "@cenote/contracts";
import { cacheSecondsFault, invalidField } from "@cenote/core";
import type { FastifyRequest } from "fastify";

const SECONDS = "x-gateway-cache";
const REFRESH = "x-gateway-cache-refresh";

const wishIn = (seconds: string | readonly string[], refresh: string | readonly string[] = "false"): AnswerCache => {
  const number = typeof seconds === "string" && /^\d+$/.test(seconds) ? Number(seconds) : NaN;
  const fault = cacheSecondsFault(SECONDS, number);
  if (fault !== undefined) throw fault;
  if (refresh !== "true" && refresh !== "false") throw invalidField(REFRESH, "true or false.");
  return { seconds: number, refresh: refresh === "true" };
};

/** Which stored answers will do for the caller; undefined for none. Errors: invalid_request_error that names the header. */
export const answerCacheOf = ({ headers }: Pick<FastifyRequest, "headers">): AnswerCache | undefined => {
  const seconds = headers[SECONDS];
  return seconds === undefined ? undefined : wishIn(seconds, headers[REFRESH]);
};
