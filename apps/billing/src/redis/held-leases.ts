import { ChurnMap, type Clock } from "@cenote/core";
import type { LimitedCall } from "../limits/call-limits";

/** Calls of this process whose slots must be renewed. */
export interface HeldLeases {
  keep(call: LimitedCall, ttlMs: number): void;
  drop(call: LimitedCall): void;
  /** The open calls, subject by subject, at most `size` at a time. Removes the others. */
  live(size: number): Iterable<{
    readonly subject: string;
    readonly calls: readonly { readonly callId: string; readonly leftMs: number }[];
  }>;
}

export const createHeldLeases = (clock: Clock): HeldLeases => {
  const subjects = new ChurnMap<string, ChurnMap<string, number>>();

  const drop = ({ subject, callId }: LimitedCall): void => {
    const ends = subjects.get(subject);
    if (ends?.delete(callId) === true && ends.size === 0) subjects.delete(subject);
  };

  return {
    keep({ subject, callId }, ttlMs) {
      const ends = subjects.get(subject) ?? new ChurnMap<string, number>();
      ends.set(callId, clock.monotonicMs() + ttlMs);
      subjects.set(subject, ends);
    },
    drop,
    *live(size) {
      const nowMs = clock.monotonicMs();
      // Calls that begin meanwhile are renewed next time.
      const held = [...subjects];
      for (const [subject, ends] of held) {
        const calls = [...ends].map(([callId, endsAtMs]) => ({ callId, leftMs: Math.ceil(endsAtMs - nowMs) }));
        for (const { callId } of calls.filter(({ leftMs }) => leftMs <= 0)) drop({ subject, callId });
        const going = calls.filter(({ leftMs }) => leftMs > 0);
        for (let from = 0; from < going.length; from += size) yield { subject, calls: going.slice(from, from + size) };
      }
    },
  };
};
