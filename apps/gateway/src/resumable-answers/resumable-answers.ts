import { createHash } from "node:crypto";
import { ChatRequest, type InferenceService, type StreamChatCompletionRequest } from "@cenote/contracts";
import { CenoteError, type Clock, type Log } from "@cenote/core";
import type { ResumableAnswerLimits } from "../limits";
import { type Caller, shareOfCaller } from "../server/calls/caller";
import type { CallGate } from "../server/calls/call-gate";
import { createResumableAnswer, type ResumableAnswer } from "./resumable-answer";

export interface FoundAnswer {
  readonly answer: ResumableAnswer;
  /** Whether the answer was generated for exactly this request. */
  readonly matches: (chat: ChatRequest) => boolean;
}

/**
 * The resumable answers of this process. Each counts as an open call: a closing gateway waits for it, and aborts it at
 * the drain limit.
 */
export interface ResumableAnswers {
  /** Starts an answer, which `find` returns for the request id of the call. Errors: overloaded. */
  open(call: StreamChatCompletionRequest, caller: Caller): ResumableAnswer;
  /** Errors: not_found, also for an answer that the caller may not read. */
  find(requestId: string, caller: Caller): FoundAnswer;
}

export interface ResumableAnswersOptions {
  readonly inference: Pick<InferenceService, "streamChatCompletion">;
  readonly clock: Clock;
  readonly gate: CallGate;
  readonly log: Log;
  readonly limits: ResumableAnswerLimits;
}

interface Kept {
  readonly answer: ResumableAnswer;
  readonly caller: Caller;
  /** Digest of the chat: the request itself is not kept. */
  readonly digest: string;
}

const digestOf = (chat: ChatRequest): string =>
  createHash("sha256").update(ChatRequest.encode(chat).finish()).digest("base64");

/**
 * A client token reads only its own answers. A restricted API key reads its own and those of its client tokens. Request
 * ids are no secret: every key may list them.
 */
const mayRead = ({ organizationId, clientToken, keyScope, keyId }: Caller, owner: Caller): boolean =>
  owner.organizationId === organizationId &&
  (clientToken === undefined || owner.clientToken?.id === clientToken.id) &&
  (keyScope === undefined || owner.keyId === keyId);

const notKept = (): CenoteError =>
  new CenoteError(
    "not_found",
    "This answer is not stored here: it ended or lost its reader more than a minute ago, was not resumable, or belongs to another replica.",
  );

export const createResumableAnswers = ({
  inference,
  clock,
  gate,
  log,
  limits,
}: ResumableAnswersOptions): ResumableAnswers => {
  const kept = new Map<string, Kept>();

  const countOf = (owner: Caller): number => {
    const share = shareOfCaller(owner);
    let count = 0;
    for (const { caller } of kept.values()) if (shareOfCaller(caller) === share) count += 1;
    return count;
  };

  return {
    open(call, caller) {
      const { context, chat } = call;
      if (context === undefined || chat === undefined) throw new Error("a resumable call without its context or chat");
      if (context.zdr) throw new Error("a call with zero data retention is not kept");
      if (kept.size >= limits.resumableAnswers || countOf(caller) >= limits.resumableAnswersPerOrganization) {
        throw new CenoteError("overloaded", "Too many resumable answers; ask for this one without `resumable`.");
      }
      const { requestId } = context;
      const abort = new AbortController();
      gate.enter(abort, caller);
      const answer = createResumableAnswer({
        requestId,
        messages: inference.streamChatCompletion(call, abort.signal),
        abort,
        clock,
        keptMs: limits.resumeMs,
        keptCharacters: limits.resumableCharacters,
        onUnreadFailure: (error) => {
          if (error.code === "internal_error")
            log.error({ requestId, error: error.cause ?? error }, "a resumable answer failed");
        },
        onEnded: () => {
          gate.leave(abort);
        },
        onForgotten: () => {
          kept.delete(requestId);
        },
      });
      kept.set(requestId, { answer, caller, digest: digestOf(chat) });
      return answer;
    },
    find(requestId, caller) {
      const found = kept.get(requestId);
      if (found === undefined || !mayRead(caller, found.caller)) throw notKept();
      const { answer, digest } = found;
      return { answer, matches: (chat) => digestOf(chat) === digest };
    },
  };
};
