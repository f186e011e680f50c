import { type Cost, type SettleParts, chargeKept, toCallContext } from "@cenote/calls";
import { type CallContext, type CallInfo, SettleRequest, SettleResponse } from "@cenote/contracts";
import { type Ids, idempotencyKeyFault } from "@cenote/core";
import type { Idempotency, KeptCall, Ticket } from "@cenote/idempotency";
import { decodeKeptAnswer, type KeptAnswer } from "./kept-answer";
import { withheldError } from "./withheld-error";

export interface KeyedParts extends SettleParts {
  readonly idempotency: Idempotency;
  readonly ids: Ids;
}

/** The info of an answer, changed to how it came to this request. */
export type InfoChange = (info: CallInfo | undefined) => CallInfo | undefined;

/** Either a call to make, under its own context, or an answer that is there and paid for. */
export type BegunCall =
  | { readonly ticket: Ticket; readonly context: CallContext; readonly toInfo: InfoChange }
  | { readonly ticket?: undefined; readonly answer: KeptAnswer; readonly cost: Cost; readonly toInfo: InfoChange };

const replayedInfo = (requestId: string): InfoChange => (info) =>
  ({ rateLimits: undefined, attempts: 0, upstreamUs: 0, droppedFields: info?.droppedFields ?? [], originalRequestId: requestId, replayed: true });

const answerOf = (kept: KeptCall): KeptAnswer => {
  if (kept.answer === undefined) throw withheldError(kept);
  return decodeKeptAnswer(kept.answer);
};

/** The process that had the answer is gone: whether it was charged is found out by charging it again. */
const chargeLeftBehind = async (parts: KeyedParts, ticket: Ticket, kept: KeptCall): Promise<Cost> => {
  const charge = SettleRequest.decode(kept.charge);
  if (kept.answer === undefined && charge.requiresHold === true) {
    // Nobody has seen it and nobody will: it is not charged now.
    await ticket.settled(undefined);
    throw withheldError({ requestId: kept.requestId, withheld: undefined });
  }
  return chargeKept(parts, ticket, charge);
};

/** Errors: invalid_request_error, idempotency_conflict, overloaded, and those of a charge that is made up for. */
export const beginCall = async (parts: KeyedParts, given: CallContext, request: Uint8Array): Promise<BegunCall> => {
  const fault = idempotencyKeyFault("context.idempotency_key", given.idempotencyKey);
  if (fault !== undefined) throw fault;
  const context = toCallContext(given, parts.ids);
  const begun = await parts.idempotency.begin({
    organizationId: context.organizationId, clientTokenId: context.clientTokenId ?? "", key: context.idempotencyKey, request, requestId: context.requestId,
  });
  switch (begun.next) {
    case "run": {
      const { requestId } = begun.ticket;
      const toInfo: InfoChange = (info) => (info === undefined || requestId === context.requestId ? info : { ...info, originalRequestId: requestId });
      // The key has done its work: nobody further in needs it.
      return { ticket: begun.ticket, context: { ...context, requestId, idempotencyKey: "" }, toInfo };
    }
    case "charge": {
      const cost = await chargeLeftBehind(parts, begun.ticket, begun.kept);
      return { answer: answerOf(begun.kept), cost, toInfo: replayedInfo(begun.kept.requestId) };
    }
    case "replay": {
      const { kept, receipt } = begun;
      if (receipt === undefined) throw withheldError({ requestId: kept.requestId, withheld: undefined });
      const { costUsd, costNanoMxn } = SettleResponse.decode(receipt);
      return { answer: answerOf(kept), cost: { costUsd, costNanoMxn }, toInfo: replayedInfo(kept.requestId) };
    }
  }
};
