/** A call that stays open until somebody ends it: a health watch, a reflection session. */
interface StandingCall {
  end(): void;
  once(event: "close", listener: () => void): unknown;
}

/** Keeps account of standing calls, because one of them left open would hold up every drain. */
export interface StandingCalls {
  add(call: StandingCall): void;
  endAll(): void;
}

export const createStandingCalls = (): StandingCalls => {
  const open = new Set<StandingCall>();
  return {
    add(call) {
      open.add(call);
      call.once("close", () => { open.delete(call); });
    },
    endAll() { for (const call of open) call.end(); },
  };
};
