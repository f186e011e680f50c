import { beginKeyed, type BegunCall, chargeOf, deferEnd, keepAndCharge } from "@cenote/calls";
import type { CallContext, StreamChatCompletionRequest, StreamChatCompletionResponse } from "@cenote/contracts";
import { CenoteError, toCenoteError } from "@cenote/core";
import { IDEMPOTENCY_LIMITS, type Outcome } from "@cenote/idempotency";
import {
  decodeStreamMessage,
  encodeStreamMessage,
  isLastMessage,
  messageWithInfo,
  pricedMessage,
  streamBody,
} from "../messages/stream-message";
import type { OnceParts } from "./answer-once";
import { decodeKeptAnswer, encodeKeptAnswer } from "./kept-answer";
import { createTape } from "./tape";

type Messages = AsyncGenerator<StreamChatCompletionResponse, void, undefined>;
type StreamRequest = StreamChatCompletionRequest & { readonly context: CallContext };

async function* replay({ answer, cost, toInfo }: BegunCall & { readonly ticket?: undefined }): Messages {
  const { messages, error } = decodeKeptAnswer(answer);
  for (const bytes of messages) yield messageWithInfo(pricedMessage(decodeStreamMessage(bytes), cost), toInfo);
  if (error !== undefined) throw error;
}

async function* record(
  parts: OnceParts,
  { ticket, context, toInfo }: BegunCall & { readonly ticket: object },
  request: StreamRequest,
  signal: AbortSignal | undefined,
): Messages {
  const deferred = deferEnd(parts);
  const tape = createTape(IDEMPOTENCY_LIMITS.maxAnswerBytes);
  let closed = false;

  const onTape = (error: CenoteError | undefined): Outcome["answer"] => {
    if (context.zdr) return "zdr";
    const messages = tape.messages();
    return messages === undefined ? "too_large" : encodeKeptAnswer({ messages, error });
  };
  /**
   * Charges what was delivered of an unfinished answer, or frees the key. Never throws: the answer has an error of its
   * own to report.
   */
  const closeUnfinished = async (failure: CenoteError): Promise<void> => {
    closed = true;
    const charge = deferred.charge();
    if (charge === undefined) {
      await deferred.giveUp(ticket);
      return;
    }
    try {
      await keepAndCharge(parts, ticket, charge, failure.code === "cancelled" ? "interrupted" : onTape(failure));
    } catch (error) {
      parts.log.error({ requestId: context.requestId, error }, "the charge of an interrupted answer failed");
    }
  };

  try {
    for await (const message of parts
      .serviceOver(deferred.billing)
      .streamChatCompletion({ ...request, context }, signal)) {
      tape.add(encodeStreamMessage(message));
      if (!isLastMessage(message)) {
        yield messageWithInfo(message, toInfo);
        continue;
      }
      const charge = chargeOf(deferred);
      closed = true;
      const cost = await keepAndCharge(parts, ticket, charge, onTape(undefined));
      yield pricedMessage(messageWithInfo(message, toInfo), cost);
    }
  } catch (error) {
    if (!closed) await closeUnfinished(toCenoteError(error));
    throw error;
  } finally {
    // Still open only if the reader left while a message was on its way.
    if (!closed) await closeUnfinished(new CenoteError("cancelled"));
  }
}

/** `answerOnce` for a stream: a repeated call gets every message again, in order, and the error that ended it. */
export async function* streamOnce(parts: OnceParts, request: StreamRequest, signal: AbortSignal | undefined): Messages {
  const begun = await beginKeyed(parts, request.context, "chat stream", streamBody(request));
  yield* begun.ticket === undefined ? replay(begun) : record(parts, begun, request, signal);
}
