import { malformed } from "../answers/answer-failures";
import { createAnswerFold } from "../answers/answer-fold";
import { ProviderError } from "../provider-error";
import type { ChatAnswer } from "../spec";
import { createAnswerReader } from "./from-stream";

/**
 * Reads a `GenerateContentResponse`, or a list of them, which is a stream without `alt=sse`. Throws ProviderError: an
 * error with status 200, `content_policy` for a blocked prompt, `malformed` for anything else.
 */
export const fromAnswer = (body: unknown): ChatAnswer => {
  const reader = createAnswerReader();
  const chunks: readonly unknown[] = Array.isArray(body) ? body : [body];
  const fold = createAnswerFold();
  for (const chunk of chunks) fold.add(reader.read(chunk, () => JSON.stringify(chunk)));
  const { finishReason, ...folded } = fold.answer();
  if (finishReason !== undefined) return { ...folded, finishReason };
  if (folded.text !== "" || folded.toolCalls.length > 0)
    throw new ProviderError({ kind: "cut", message: "The provider ended its answer without a finish reason." });
  throw malformed("The provider's answer holds no message.");
};
