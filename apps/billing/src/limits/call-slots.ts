import { ChurnMap, type Clock } from "@cenote/core";

/** A call under way, as the limits know it. */
export interface CallSlot {
  /** Tokens counted for it at admission. */
  readonly tokens: number;
  /** Monotonic; tokens are corrected only in the window they were counted in. */
  readonly tokenWindowEndsMs: number;
}

/** The open calls of a subject. A slot that is not released is free again when its hold expires. */
export interface CallSlots {
  has(subject: string, callId: string): boolean;
  /** @returns False where all slots are taken. */
  take(subject: string, callId: string, limits: { readonly limit: number; readonly ttlMs: number }): boolean;
  /** If it is still taken, it is kept for this long from now. */
  renew(subject: string, callId: string, ttlMs: number): void;
  /** Notes what was counted for a call whose slot is still taken. */
  note(subject: string, callId: string, slot: CallSlot): void;
  /** Idempotent. @returns What was noted, the first time. */
  giveBack(subject: string, callId: string): CallSlot | undefined;
  /** Forgets all expired slots. */
  sweep(): void;
}

interface TakenSlot {
  expiresAtMs: number;
  slot: CallSlot | undefined;
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
    take(subject, callId, { limit, ttlMs }) {
      const known = subjects.get(subject);
      // Only a subject at its limit pays for this walk.
      if (known !== undefined && known.size >= limit) dropExpired(subject, known);
      const calls = subjects.get(subject) ?? new ChurnMap<string, TakenSlot>();
      if (calls.size >= limit) return false;
      calls.set(callId, { expiresAtMs: clock.monotonicMs() + ttlMs, slot: undefined });
      subjects.set(subject, calls);
      return true;
    },
    renew(subject, callId, ttlMs) {
      const taken = subjects.get(subject)?.get(callId);
      if (taken !== undefined) taken.expiresAtMs = clock.monotonicMs() + ttlMs;
    },
    note(subject, callId, slot) {
      const taken = subjects.get(subject)?.get(callId);
      if (taken !== undefined) taken.slot = slot;
    },
    giveBack(subject, callId) {
      const calls = subjects.get(subject);
      const taken = calls?.get(callId);
      if (calls === undefined || taken === undefined) return undefined;
      calls.delete(callId);
      if (calls.size === 0) subjects.delete(subject);
      return taken.slot;
    },
    sweep() {
      for (const [subject, calls] of subjects) dropExpired(subject, calls);
    },
  };
};
