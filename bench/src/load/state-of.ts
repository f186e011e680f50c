import type { ChildProcess } from "node:child_process";

/** Asks a process of callers for its progress. */
export const stateOf = <State>(callers: ChildProcess): Promise<State> =>
  new Promise((resolve) => {
    callers.once("message", (state) => {
      resolve(state as State);
    });
    callers.send("state");
  });
