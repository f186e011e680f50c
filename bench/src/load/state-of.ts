import type { ChildProcess } from "node:child_process";

/** Asks a process of callers how far it is. */
export const stateOf = <State>(callers: ChildProcess): Promise<State> =>
  new Promise((resolve) => {
    callers.once("message", (state) => { resolve(state as State); });
    callers.send("state");
  });
