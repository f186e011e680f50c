/** A call that stays open until somebody ends it: a health watch or a reflection session. */
interface StandingCall {
  end(): void;
  once(event: "close", listener: () => void): unknown;
}

/** Keeps track of standing calls, because one left open would hold up every drain. */
export interface StandingCalls {
  add(call: StandingCall): void;
  endAll(): void;
}

export const createStandingCalls = (): StandingCalls => {
  const open = new Set<StandingCall>();
  return {
    add(call) {
      open.add(call);
      call.once("close", () => {
        open.delete(call);
      });
    },
    endAll() {
      for (const call of open) call.end();
    },
  };
};
