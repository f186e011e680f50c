import type { StreamChatCompletionResponse } from "@cenote/contracts";
import { CenoteError, type Clock } from "@cenote/core";
import type { GatewayLimits } from "../../limits";
import type { Caller } from "../../server/call";
import type { CallGate } from "../../server/call-gate";
import { createGeneration, type Generation } from "./generation";

export interface NewGeneration {
  readonly requestId: string;
  readonly caller: Caller;
  readonly start: (signal: AbortSignal) => AsyncIterable<StreamChatCompletionResponse>;
  readonly report: (error: CenoteError) => void;
}

/** Resumable answers of this process. Each is a call of its own, which a closing gateway waits for and cuts as any other. */
export interface Generations {
  /** Errors: overloaded. */
  open(generation: NewGeneration): Generation;
  /** Errors: not_found, also for an answer of somebody else. */
  find(requestId: string, caller: Caller): Generation;
}

export interface GenerationsOptions {
  readonly clock: Clock;
  readonly gate: CallGate;
  readonly limits: Pick<GatewayLimits, "resumableAnswers" | "resumeMs" | "resumableCharacters">;
}

interface Kept {
  readonly generation: Generation;
  readonly caller: Caller;
}

export const createGenerations = ({ clock, gate, limits }: GenerationsOptions): Generations => {
  const kept = new Map<string, Kept>();
  return {
    open({ requestId, caller, start, report }) {
      if (kept.size >= limits.resumableAnswers) throw new CenoteError("overloaded", "Too many resumable answers; ask for this one without `resumable`.");
      const abort = new AbortController();
      gate.enter(abort, caller.organizationId);
      const generation = createGeneration({
        requestId, messages: start(abort.signal), clock, keptMs: limits.resumeMs, keptCharacters: limits.resumableCharacters, report,
        abort: (error) => { abort.abort(error); },
        onEnded: () => { gate.leave(abort); },
        onForgotten: () => { kept.delete(requestId); },
      });
      kept.set(requestId, { generation, caller });
      return generation;
    },
    find(requestId, { organizationId, clientToken }) {
      const found = kept.get(requestId);
      const isTheirs = found?.caller.organizationId === organizationId && (clientToken === undefined || found.caller.clientToken?.id === clientToken.id);
      if (found === undefined || !isTheirs) {
        throw new CenoteError("not_found", "This answer is not kept here: it ended or was left more than a minute ago, was not resumable, or another replica made it.");
      }
      return found.generation;
    },
  };
};
