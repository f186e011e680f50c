import { malformed } from "../answers/answer-failures";
import { createAnswerFold } from "../answers/answer-fold";
import type { ChatAnswer } from "../spec";
import { createAnswerBlocks } from "./answer-blocks";
import { isErrorBody, toStreamError } from "./errors";
import { refusalIn, toFinishReason } from "./finish";
import { toUsage } from "./usage";
import type { WireAnswer } from "./wire-types";

/**
 * Reads a plain answer as the events of the equivalent stream. Throws ProviderError: an error with status 200,
 * `malformed` for anything else.
 */
export const fromAnswer = (body: unknown): ChatAnswer => {
  if (isErrorBody(body)) throw toStreamError(JSON.stringify(body));
  const answer: WireAnswer | null = typeof body === "object" ? body : null;
  if (answer === null || !Array.isArray(answer.content)) throw malformed("The provider's answer holds no message.");
  const blocks = createAnswerBlocks();
  const fold = createAnswerFold();
  for (const [index, block] of (answer.content as NonNullable<WireAnswer["content"]>).entries()) {
    fold.add(blocks.start(index, block ?? {}));
    fold.add(blocks.stop(index));
  }
  fold.add(blocks.close());
  const refusal = refusalIn(answer);
  const usage = toUsage(answer.usage ?? {});
  return {
    ...fold.answer(),
    finishReason: toFinishReason(answer.stop_reason, blocks.hasCalledTools()),
    ...(refusal === "" ? {} : { refusal }),
    ...(usage === undefined ? {} : { usage }),
  };
};
