import { type Cost, chargeKept } from "@cenote/calls";
import { type CallInfo, CreateImagesRequest, CreateImagesResponse, SettleRequest, SettleResponse } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import type { Ticket } from "@cenote/idempotency";
import { createImages, type PayForImages, pricedImages } from "../images/create-images";
import { beginKeyed, contextOf, joinedInfo, type KeyedScope, keptAnswerOf, replayedInfo } from "./keyed-call";

const bodyOf = (request: CreateImagesRequest): Uint8Array => CreateImagesRequest.encode({ ...request, context: undefined }).finish();

/** Images under an idempotency key: a retry gets the same ones, and is paid once. Errors: those of createImages, idempotency_conflict. */
export const createImagesOnce = async (scope: KeyedScope, request: CreateImagesRequest, leaving: AbortSignal): Promise<CreateImagesResponse> => {
  const { begun, context } = await beginKeyed(scope, request.context, { method: "images", body: bodyOf(request) });
  const answer = (kept: Buffer, cost: Cost, info: CallInfo): CreateImagesResponse => pricedImages({ ...CreateImagesResponse.decode(kept), info }, cost);
  switch (begun.next) {
    case "run": {
      const { ticket } = begun;
      const response = await run(scope, { ...request, context: contextOf(context, ticket.requestId) }, { ticket, leaving });
      return { ...response, info: joinedInfo(response.info, context, ticket.requestId) };
    }
    case "charge": {
      const cost = await chargeKept(scope, begun.ticket, SettleRequest.decode(begun.kept.charge));
      return answer(keptAnswerOf(begun.kept), cost, replayedInfo(begun.kept.requestId));
    }
    case "replay": {
      const { kept, receipt } = begun;
      if (receipt === undefined) throw new CenoteError("idempotency_conflict", "The first call with this idempotency key was not charged. Use another key.");
      return answer(keptAnswerOf(kept), SettleResponse.decode(receipt), replayedInfo(kept.requestId));
    }
  }
};

/** In this order nobody pays for images that a retry could not have: kept, then charged. */
const run = async (scope: KeyedScope, request: CreateImagesRequest, { ticket, leaving }: { readonly ticket: Ticket; readonly leaving: AbortSignal }): Promise<CreateImagesResponse> => {
  let isKept = false;
  const pay: PayForImages = async (charge, draft) => {
    await ticket.keep({ charge: SettleRequest.encode(charge).finish(), answer: CreateImagesResponse.encode({ ...draft, info: undefined }).finish() });
    isKept = true;
    return chargeKept(scope, ticket, charge);
  };
  try {
    return await createImages(scope, request, { leaving, pay });
  } catch (error) {
    if (!isKept) await ticket.drop();
    throw error;
  }
};
