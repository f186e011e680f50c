import { ChurnMap, type Clock } from "@cenote/core";

/** The slot of an open call. */
export interface CallSlot {
  /** Tokens counted at admission. */
  readonly tokens: number;
  /** Monotonic. Tokens are corrected only in the window in which they were counted. */
  readonly tokenWindowEndsMs: number;
}

/** The open calls of a subject. A slot that is not released is freed when it expires. */
export interface CallSlots {
  has(subject: string, callId: string): boolean;
  /** Whether the subject has fewer open calls than `limit`. */
  hasRoom(subject: string, limit: number): boolean;
  take(subject: string, callId: string, slot: CallSlot & { readonly ttlMs: number }): void;
  /** Renews the slot, if it is still taken, to this time to live from now. */
  renew(subject: string, callId: string, ttlMs: number): void;
  /** Idempotent. @returns The slot, the first time. */
  giveBack(subject: string, callId: string): CallSlot | undefined;
  /** Forgets all expired slots. */
  sweep(): void;
}

interface TakenSlot extends CallSlot {
  expiresAtMs: number;
}

export const createCallSlots = (clock: Clock): CallSlots => {
  const subjects = new ChurnMap<string, ChurnMap<string, TakenSlot>>();

  const dropExpired = (subject: string, calls: ChurnMap<string, TakenSlot>) => {
    const nowMs = clock.monotonicMs();
    for (const [callId, { expiresAtMs }] of calls) if (expiresAtMs <= nowMs) calls.delete(callId);
    if (calls.size === 0) subjects.delete(subject);
  };

  return {
    has: (subject, callId) => (subjects.get(subject)?.get(callId)?.expiresAtMs ?? 0) > clock.monotonicMs(),
    hasRoom(subject, limit) {
      const calls = subjects.get(subject);
      // Only a subject at its limit pays for this scan.
      if (calls !== undefined && calls.size >= limit) dropExpired(subject, calls);
      return (calls?.size ?? 0) < limit;
    },
    take(subject, callId, { tokens, tokenWindowEndsMs, ttlMs }) {
      const calls = subjects.get(subject) ?? new ChurnMap<string, TakenSlot>();
      calls.set(callId, { tokens, tokenWindowEndsMs, expiresAtMs: clock.monotonicMs() + ttlMs });
      subjects.set(subject, calls);
    },
    renew(subject, callId, ttlMs) {
      const taken = subjects.get(subject)?.get(callId);
      if (taken !== undefined) taken.expiresAtMs = clock.monotonicMs() + ttlMs;
    },
    giveBack(subject, callId) {
      const calls = subjects.get(subject);
      const taken = calls?.get(callId);
      if (calls === undefined || taken === undefined) return undefined;
      calls.delete(callId);
      if (calls.size === 0) subjects.delete(subject);
      return taken;
    },
    sweep() {
      for (const [subject, calls] of subjects) dropExpired(subject, calls);
    },
  };
};
