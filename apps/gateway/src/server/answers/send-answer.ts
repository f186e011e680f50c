import type { CallInfo } from "@cenote/contracts";
import type { Clock } from "@cenote/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type HeaderList, overheadMs, pushCallInfo } from "./answer-headers";
import { JSON_TYPE } from "./json-type";

/** How the call of an answer went. */
export interface AnswerFacts {
  readonly info: CallInfo | undefined;
  /** Fields of the body that were left out, as REST names them. */
  readonly unknownFields: readonly string[];
}

/** Headers of an answer for which a provider was waited for; notes the own time in the exchange. */
export const answerHeaders = (
  request: FastifyRequest,
  { info, unknownFields }: AnswerFacts,
  clock: Clock,
): HeaderList => {
  const { exchange } = request;
  exchange.overheadMs = overheadMs(clock.monotonicMs() - exchange.startMs, info);
  const headers: HeaderList = ["x-request-id", request.id];
  pushCallInfo(headers, info, exchange.overheadMs, unknownFields);
  return headers;
};

/** Sends JSON text without the framework's reply, whose work the hottest route does not need. */
export const sendAnswer = (reply: FastifyReply, text: string, headers: HeaderList): void => {
  reply.hijack();
  if (reply.raw.destroyed) return;
  headers.push("content-type", JSON_TYPE, "content-length", `${Buffer.byteLength(text)}`);
  reply.raw.writeHead(200, headers);
  reply.raw.end(text);
};
