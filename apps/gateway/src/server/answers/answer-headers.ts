import type { CallInfo } from "@cenote/contracts";
import { type Clock, type RateLimitState, startOfDay } from "@cenote/core";
import type { FastifyRequest } from "fastify";

/** Name, value, name, value: the form that `writeHead` takes without copying. */
export type HeaderList = string[];

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** A duration in OpenAI's format: `250ms`, `1s`, `1.5s`, `6m0s`. */
export const formatReset = (durationMs: number): string => {
  if (durationMs < SECOND_MS) return `${durationMs}ms`;
  const minutes = Math.floor(durationMs / MINUTE_MS);
  const seconds = (durationMs % MINUTE_MS) / SECOND_MS;
  return minutes === 0 ? `${seconds}s` : `${minutes}m${seconds}s`;
};

export const pushRateLimits = (headers: HeaderList, limits: RateLimitState): void => {
  headers.push(
    "x-ratelimit-limit-requests",
    `${limits.requestsLimit}`,
    "x-ratelimit-remaining-requests",
    `${limits.requestsRemaining}`,
    "x-ratelimit-reset-requests",
    formatReset(limits.requestsResetMs),
    "x-ratelimit-limit-tokens",
    `${limits.tokensLimit}`,
    "x-ratelimit-remaining-tokens",
    `${limits.tokensRemaining}`,
    "x-ratelimit-reset-tokens",
    formatReset(limits.tokensResetMs),
  );
};

const pushDroppedFields = (headers: HeaderList, ofModel: readonly string[], unknown: readonly string[]): void => {
  if (ofModel.length + unknown.length > 0)
    headers.push("x-gateway-dropped-fields", [...ofModel, ...unknown].join(", "));
};

/** The value of the header `sunset`: an HTTP date (RFC 8594). */
const sunsetOf = (day: string): string => new Date(startOfDay(day)).toUTCString();

/**
 * Adds headers about the call. @param overheadMs The gateway's own time, without waiting for providers.
 * @param unknownFields Fields of the body that were ignored. `info` has those that the model does not support.
 */
export const pushCallInfo = (
  headers: HeaderList,
  info: CallInfo | undefined,
  overheadMs: number,
  unknownFields: readonly string[],
): void => {
  headers.push("x-gateway-overhead-ms", overheadMs.toFixed(2));
  pushDroppedFields(headers, info?.droppedFields ?? [], unknownFields);
  if (info === undefined) return;
  headers.push("x-gateway-attempts", `${info.attempts}`);
  if (info.cache !== undefined) headers.push("x-gateway-cache", info.cache);
  if (info.replayed === true) headers.push("idempotent-replayed", "true");
  if (info.shutdownDate !== undefined) headers.push("sunset", sunsetOf(info.shutdownDate));
  if (info.originalRequestId !== undefined) headers.push("original-request", info.originalRequestId);
  if (info.rateLimits !== undefined) pushRateLimits(headers, info.rateLimits);
};

/** @param totalMs Since the request's head arrived, without the time until its body was complete. */
export const overheadMs = (totalMs: number, info: CallInfo | undefined): number =>
  Math.max(0, totalMs - (info?.upstreamUs ?? 0) / 1000);

/** What the headers of an answer report about its call. */
export interface AnswerFacts {
  readonly info: CallInfo | undefined;
  /** Fields of the body that were ignored, by their REST names. */
  readonly unknownFields: readonly string[];
}

/** Headers of an answer that needed a provider. Records the gateway's own time in the exchange. */
export const answerHeaders = (
  request: FastifyRequest,
  { info, unknownFields }: AnswerFacts,
  clock: Clock,
): HeaderList => {
  const { exchange } = request;
  exchange.overheadMs = overheadMs(clock.monotonicMs() - exchange.startMs - exchange.bodyMs, info);
  const headers: HeaderList = ["x-request-id", request.id];
  pushCallInfo(headers, info, exchange.overheadMs, unknownFields);
  return headers;
};
