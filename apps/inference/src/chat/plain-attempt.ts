import type { ChatModel } from "@cenote/catalog";
import type { ChatAnswer, CountedFor } from "@cenote/providers";
import type { RouteTry } from "@cenote/routing";
import { type CallScope, clientOf } from "../call-scope";
import { answerFromStream, type UnfinishedAnswer } from "./answer-from-stream";
import { mayOutgrowHold } from "./hold-watch";
import { isPatient } from "./long-answers";
import type { PreparedChat } from "./prepare";

/** A chat that is answered in one piece, over all of its tries. */
export interface PlainCall {
  readonly scope: CallScope;
  readonly prepared: PreparedChat;
  readonly signal: AbortSignal;
  readonly countedFor: CountedFor;
  /** Whether its caller may leave before having the answer. */
  readonly mayBeLeft: boolean;
  /** It took long where it was tried, so the next route's answer may, too. */
  tookLong: boolean;
  /** What was made of it by the time its caller left. */
  unfinished: UnfinishedAnswer | undefined;
}

/**
 * One try of it. Nearly always nothing but the provider's call: what a stream needs is made only for an answer that is
 * read as one. Errors: those of the provider's client.
 */
export const attemptPlainly = async (
  plain: PlainCall,
  { candidate, target, limits }: RouteTry<ChatModel>,
): Promise<ChatAnswer> => {
  const { scope, prepared, signal, countedFor } = plain;
  const { clock, counter, longAnswers, leftAnswers } = scope;
  const { model, route } = candidate;
  const { call } = prepared.routes.fitOf(candidate);
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
    /** A caller who left once must not cost the organization its answers from routes that do not stream. */
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
