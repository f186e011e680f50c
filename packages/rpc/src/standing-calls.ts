/** A call that stays open until one side ends it, such as a health watch or a reflection session. */
interface StandingCall {
  end(): void;
  once(event: "close", listener: () => void): unknown;
}

/** Tracks standing calls, so that a drain can end them instead of waiting for them. */
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
