import { beginKeyed, type BegunCall, chargeOf, deferEnd, keepAndCharge } from "@cenote/calls";
import { type CallContext, type StreamChatCompletionRequest, StreamChatCompletionResponse } from "@cenote/contracts";
import { CenoteError, toCenoteError } from "@cenote/core";
import { IDEMPOTENCY_LIMITS, type Outcome } from "@cenote/idempotency";
import { isLastMessage, messageWithInfo, pricedMessage, streamBody } from "../kept-messages/stream-message";
import type { OnceParts } from "./answer-once";
import { closeUnfinished } from "./close-unfinished";
import { decodeKeptAnswer, encodeKeptAnswer } from "./kept-answer";
import { createTape } from "./tape";

type Messages = AsyncGenerator<StreamChatCompletionResponse, void, undefined>;
type StreamRequest = StreamChatCompletionRequest & { readonly context: CallContext };

async function* replay({ answer, cost, toInfo }: BegunCall & { readonly ticket?: undefined }): Messages {
  const { messages, error } = decodeKeptAnswer(answer);
  for (const bytes of messages)
    yield messageWithInfo(pricedMessage(StreamChatCompletionResponse.decode(bytes), cost), toInfo);
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
    const frames = tape.frames();
    return frames === undefined ? "too_large" : encodeKeptAnswer({ frames, error });
  };
  const close = async (failure: CenoteError): Promise<void> => {
    closed = true;
    await closeUnfinished(parts, ticket, deferred, failure.code === "cancelled" ? "interrupted" : onTape(failure));
  };

  try {
    for await (const message of parts
      .serviceOver(deferred.billing)
      .streamChatCompletion({ ...request, context }, signal)) {
      tape.add(StreamChatCompletionResponse.encode(message).finish());
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
    if (!closed) await close(toCenoteError(error));
    throw error;
  } finally {
    // Still open only if the reader left while a message was on its way.
    if (!closed) await close(new CenoteError("cancelled"));
  }
}

/** `answerOnce` for a stream: a repeated call gets every message again, in order, and the error that ended it. */
export async function* streamOnce(parts: OnceParts, request: StreamRequest, signal: AbortSignal | undefined): Messages {
  const begun = await beginKeyed(parts, request.context, "chat stream", streamBody(request));
  yield* begun.ticket === undefined ? replay(begun) : record(parts, begun, request, signal);
}
