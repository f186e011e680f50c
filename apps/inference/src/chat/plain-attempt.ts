import type { ChatModel } from "@cenote/catalog";
import type { ChatAnswer, CountedFor } from "@cenote/providers";
import type { RouteTry } from "@cenote/routing";
import { type CallScope, clientOf } from "../call-scope";
import { answerFromStream, type UnfinishedAnswer } from "./answer-from-stream";
import { mayOutgrowHold } from "./hold-watch";
import { isPatient } from "./long-answers";
import type { PreparedChat } from "./prepare";

/** A call for a plain answer, over all of its tries. */
export interface PlainCall {
  readonly scope: CallScope;
  readonly prepared: PreparedChat;
  readonly signal: AbortSignal;
  readonly countedFor: CountedFor;
  /** Whether the caller is likely to leave before the answer. */
  readonly mayBeLeft: boolean;
  /** Whether a route took long, so that the next route may too. */
  tookLong: boolean;
  /** The part of the answer that had been made when the caller left. */
  unfinished: UnfinishedAnswer | undefined;
}

/**
 * One try of a plain call. It is nearly always only the provider's call; the objects for a stream are made only if the
 * answer is read as one. Errors: those of the provider's client.
 */
export const attemptPlainly = async (
  plain: PlainCall,
  { candidate, target, limits }: RouteTry<ChatModel>,
): Promise<ChatAnswer> => {
  const { scope, prepared, signal, countedFor } = plain;
  const { clock, counter, longAnswers, leftAnswers } = scope;
  const { model, route } = candidate;
  const { call } = prepared.routes.adaptedCallOf(candidate);
  const client = clientOf(scope, candidate.kind);
  const mustStream =
    longAnswers.isExpected(candidate, { maxTokens: call.maxTokens, tookLong: plain.tookLong }) ||
    (prepared.paid.mustNotOverdraw && mayOutgrowHold(prepared, model, call));
  const isStreamed =
    mustStream || (plain.mayBeLeft && !isPatient(candidate.limits) && !leftAnswers.isUnstreamed(route));
  const startMs = clock.monotonicMs();
  try {
    if (!isStreamed) return await client.completeChat(call, target, { limits, signal });
    const onLeft = (made: UnfinishedAnswer): void => {
      plain.unfinished = made;
    };
    const stream = { client, call, target, limits, signal, prepared, model, counter, countedFor, onLeft };
    if (mustStream) return await answerFromStream(stream);
    /** A route that does not stream must still answer, although a caller of the organization left once. */
    const answerUnstreamed = async (): Promise<ChatAnswer> => {
      const totalMs = Math.max(1, limits.totalMs - (clock.monotonicMs() - startMs));
      const answer = await client.completeChat(call, target, { limits: { ...limits, totalMs }, signal });
      leftAnswers.noteUnstreamed(route);
      return answer;
    };
    return await answerFromStream({ ...stream, ifRefused: answerUnstreamed });
  } finally {
    plain.tookLong = longAnswers.note(candidate, clock.monotonicMs() - startMs) || plain.tookLong;
  }
};
