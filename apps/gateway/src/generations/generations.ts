import { createHash } from "node:crypto";
import { ChatRequest, type InferenceService, type StreamChatCompletionRequest } from "@cenote/contracts";
import { CenoteError, type Clock, type Log } from "@cenote/core";
import type { GenerationLimits } from "../limits";
import { type Caller, shareOfCaller } from "../server/calls/caller";
import type { CallGate } from "../server/calls/call-gate";
import { createGeneration, type Generation } from "./generation";

export interface FoundGeneration {
  readonly generation: Generation;
  /** Whether it answers this very chat. */
  readonly answers: (chat: ChatRequest) => boolean;
}

/**
 * The resumable answers of this process. Each is a call of its own, which a closing gateway waits for and cuts like any
 * other.
 */
export interface Generations {
  /** Starts an answer, which is found by its call's request id. Errors: overloaded. */
  open(call: StreamChatCompletionRequest, caller: Caller): Generation;
  /** Errors: not_found, also for an answer of somebody else. */
  find(requestId: string, caller: Caller): FoundGeneration;
}

export interface GenerationsOptions {
  readonly inference: Pick<InferenceService, "streamChatCompletion">;
  readonly clock: Clock;
  readonly gate: CallGate;
  readonly log: Log;
  readonly limits: GenerationLimits;
}

interface Kept {
  readonly generation: Generation;
  readonly caller: Caller;
  /** Digest of the chat: the request itself is not kept. */
  readonly digest: string;
}

const digestOf = (chat: ChatRequest): string =>
  createHash("sha256").update(ChatRequest.encode(chat).finish()).digest("base64");

/**
 * A client token reads only its own answers, a restricted API key also those of its tokens: request ids are no secret,
 * since every key may list them.
 */
const mayRead = ({ organizationId, clientToken, keyScope, keyId }: Caller, maker: Caller): boolean =>
  maker.organizationId === organizationId &&
  (clientToken === undefined || maker.clientToken?.id === clientToken.id) &&
  (keyScope === undefined || maker.keyId === keyId);

const notKept = (): CenoteError =>
  new CenoteError(
    "not_found",
    "This answer is not stored here: it ended or lost its reader more than a minute ago, was not resumable, or belongs to another replica.",
  );

export const createGenerations = ({ inference, clock, gate, log, limits }: GenerationsOptions): Generations => {
  const kept = new Map<string, Kept>();

  const keptOf = (of: Caller): number => {
    const share = shareOfCaller(of);
    let count = 0;
    for (const { caller } of kept.values()) if (shareOfCaller(caller) === share) count += 1;
    return count;
  };

  return {
    open(call, caller) {
      const { context, chat } = call;
      if (context === undefined || chat === undefined) throw new Error("a resumable call without its context or chat");
      if (context.zdr) throw new Error("a call with zero data retention is not kept");
      if (kept.size >= limits.resumableAnswers || keptOf(caller) >= limits.resumableAnswersPerOrganization) {
        throw new CenoteError("overloaded", "Too many resumable answers; ask for this one without `resumable`.");
      }
      const { requestId } = context;
      const abort = new AbortController();
      gate.enter(abort, caller);
      const generation = createGeneration({
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
      kept.set(requestId, { generation, caller, digest: digestOf(chat) });
      return generation;
    },
    find(requestId, caller) {
      const found = kept.get(requestId);
      if (found === undefined || !mayRead(caller, found.caller)) throw notKept();
      const { generation, digest } = found;
      return { generation, answers: (chat) => digestOf(chat) === digest };
    },
  };
};
