import { malformed } from "../answers/answer-failures";
import { createHash } from "node:crypto";
import { textOf } from "../json-fields";
import { ProviderError } from "../provider-error";
import type { ChatEvent, ChatStreamReader } from "../spec";
import { isErrorBody, toStreamError } from "./errors";
import { isFinishReason, toFinishReason } from "./finish";
import { type FunctionCalls, createFunctionCalls } from "./function-calls";
import { toLogprobs } from "./logprobs";
import { signatureEvent } from "./reasoning";
import { createSameShape } from "./same-shape";
import { toUsage } from "./usage";
import type { WireAnswer, WireAnswerPart, WireCandidate } from "./wire-types";
import { parseEvent } from "../wire/parse-event";

const NOTHING: readonly ChatEvent[] = [];
const ANSWER_ID_DIGITS = 16;

/** A unique id of the answer: its own, or a hash of its text if it has none. */
const answerIdOf = ({ responseId }: WireAnswer, json: () => string): string =>
  textOf(responseId) || createHash("sha256").update(json()).digest("hex").slice(0, ANSWER_ID_DIGITS);

/** Google refuses a prompt with an answer that has no candidates. */
const throwIfBlocked = ({ promptFeedback }: WireAnswer) => {
  const reason = textOf(promptFeedback?.blockReason);
  if (reason === "" || reason === "BLOCK_REASON_UNSPECIFIED") return;
  const message = textOf(promptFeedback?.blockReasonMessage) || `Google blocked the prompt (${reason}).`;
  throw new ProviderError({ kind: "content_policy", message });
};

/** Reads the chunks of one answer; a plain answer is one chunk. */
export interface AnswerReader {
  /** @param json The chunk's text. Throws ProviderError if the chunk is an error. */
  read(chunk: unknown, json: () => string): ChatEvent[];
  readonly complete: boolean;
}

export const createAnswerReader = (): AnswerReader => {
  const calls: FunctionCalls = createFunctionCalls();

  const addPart = (events: ChatEvent[], part: WireAnswerPart, answerId: () => string) => {
    if (part.functionCall) {
      events.push(...calls.read(part.functionCall, part, answerId));
      return;
    }
    const text = textOf(part.text);
    if (text !== "") events.push({ type: part.thought === true ? "reasoning" : "text", text });
    const signature = textOf(part.thoughtSignature);
    if (signature !== "") events.push(signatureEvent(signature));
  };

  const addFinish = (events: ChatEvent[], reason: string, candidate: WireCandidate) => {
    if (reader.complete) return;
    events.push(...calls.finish());
    events.push({ type: "finish", reason: toFinishReason(reason, calls.hasAny(), textOf(candidate.finishMessage)) });
    reader.complete = true;
  };

  const reader = {
    complete: false,
    read(chunk: unknown, json: () => string) {
      if (typeof chunk !== "object" || chunk === null)
        throw malformed("The provider sent something that is no answer.");
      if (isErrorBody(chunk)) throw toStreamError(chunk);
      const answer: WireAnswer = chunk;
      throwIfBlocked(answer);
      const events: ChatEvent[] = [];
      let id: string | undefined;
      const answerId = () => (id ??= answerIdOf(answer, json));
      const candidate = answer.candidates?.[0];
      for (const part of candidate?.content?.parts ?? []) if (part !== null) addPart(events, part, answerId);
      const logprobs = toLogprobs(candidate?.logprobsResult);
      if (logprobs !== undefined) events.push({ type: "logprobs", logprobs });
      if (candidate && isFinishReason(candidate.finishReason)) addFinish(events, candidate.finishReason, candidate);
      const usage = toUsage(answer.usageMetadata);
      if (usage !== undefined) events.push({ type: "usage", usage });
      return events;
    },
  };
  return reader;
};

/**
 * Reads the events of `streamGenerateContent?alt=sse`. There is no closing event, so the stream is complete once it has
 * sent a finish reason.
 */
export const createStreamReader = (): ChatStreamReader => {
  const answer = createAnswerReader();
  const sameShape = createSameShape();
  const reader = {
    complete: false,
    read(data: string): readonly ChatEvent[] {
      if (data === "") return NOTHING;
      const repeated = sameShape.read(data);
      if (repeated !== undefined) return repeated;
      const events = answer.read(parseEvent(data), () => data);
      reader.complete = answer.complete;
      const [first, second] = events;
      const alone = events.length === 1 || (events.length === 2 && second?.type === "usage");
      if (alone && (first?.type === "text" || first?.type === "reasoning"))
        sameShape.learn(data, first.type, first.text);
      return events;
    },
  };
  return reader;
};
