import { type CallContext, type CallInfo, SettleResponse } from "@cenote/contracts";
import { type Ids, idempotencyKeyFault } from "@cenote/core";
import type { Begun, Idempotency, Ticket } from "@cenote/idempotency";
import { replayedInfo } from "./call-info";
import { chargeLeftBehind } from "./charge-kept";
import { readContext } from "./read-context";
import type { Cost, SettleParts } from "./settle-call";
import { withheldError } from "./withheld-error";

export interface KeyedParts extends SettleParts {
  readonly idempotency: Pick<Idempotency, "begin">;
  readonly ids: Ids;
}

/** Adapts an answer's info to the request that receives the answer. */
export type InfoChange = (info: CallInfo | undefined) => CallInfo | undefined;

/** Either a call to make, with its own context and ticket, or a stored answer that is charged already. */
export type BegunCall = { readonly context: CallContext; readonly toInfo: InfoChange } & (
  | { readonly ticket: Ticket }
  | { readonly ticket?: undefined; readonly answer: Buffer; readonly cost: Cost }
);

const joinedInfo =
  (own: string, requestId: string): InfoChange =>
  (info) =>
    info === undefined || requestId === own ? info : { ...info, originalRequestId: requestId };

const keptInfo =
  (requestId: string): InfoChange =>
  (info) => ({ ...replayedInfo(info), originalRequestId: requestId, replayed: true });

const costOfKept = (parts: KeyedParts, begun: Exclude<Begun, { next: "run" }>): Cost | Promise<Cost> => {
  if (begun.next === "charge") return chargeLeftBehind(parts, begun.ticket, begun.kept);
  if (begun.receipt === undefined) throw withheldError({ requestId: begun.kept.requestId, withheld: undefined });
  const { costUsd, costNanoMxn } = SettleResponse.decode(begun.receipt);
  return { costUsd, costNanoMxn };
};

/** The owner of the idempotency key; empty for the organization's unrestricted keys. `budgeted`: a restricted API key. */
const holderOf = ({ clientTokenId = "", budgeted, keyId }: CallContext): string => {
  if (clientTokenId !== "") return clientTokenId;
  return budgeted === undefined ? "" : keyId;
};

/**
 * Begins a call with an idempotency key.
 * @param method Part of the request's identity: the same body as a stream is another request.
 * @param body The request without its context; equal requests have equal bytes.
 * Errors: invalid_request_error, idempotency_conflict, overloaded, and those of charging a stored answer.
 */
export const beginKeyed = async (
  parts: KeyedParts,
  given: CallContext | undefined,
  method: string,
  body: Uint8Array,
): Promise<BegunCall> => {
  const fault = idempotencyKeyFault("context.idempotency_key", given?.idempotencyKey ?? "");
  if (fault !== undefined) throw fault;
  const context = readContext(given, parts.ids);
  const begun = await parts.idempotency.begin({
    organizationId: context.organizationId,
    holderId: holderOf(context),
    key: context.idempotencyKey,
    request: Buffer.concat([Buffer.from(`${method}\0`), body]),
    requestId: context.requestId,
  });
  if (begun.next === "run") {
    const { ticket } = begun;
    // Inner layers do not need the key.
    return {
      ticket,
      context: {
        ...context,
        requestId: ticket.requestId,
        idempotencyKey: "",
        ...(ticket.isTakenOver ? { resumed: true } : {}),
      },
      toInfo: joinedInfo(context.requestId, ticket.requestId),
    };
  }
  const cost = await costOfKept(parts, begun);
  const { requestId, answer } = begun.kept;
  if (answer === undefined) throw withheldError(begun.kept);
  return { context, answer, cost, toInfo: keptInfo(requestId) };
};
