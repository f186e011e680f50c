import type { Ending } from "./clients/client";
import { Refusal } from "./refusal";

export interface Attempt {
  /** To be called when something arrives: the connection works again. */
  readonly heard: () => void;
  readonly end: (ending: Ending) => void;
}

export interface KeepAskingOptions {
  /** Subscribes, possibly depending on what arrived before. @returns A function to unsubscribe. */
  readonly ask: (attempt: Attempt) => () => void;
  /** The connection was lost, and another try will follow. */
  readonly lost: () => void;
  /** Called once, at the end. */
  readonly ended: (refusal: Refusal | undefined) => void;
}

/** As long as the server keeps an answer without a reader. */
const GIVE_UP_MS = 60_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;

/** A subscription that survives lost connections. @returns A function to stop it. */
export const keepAsking = ({ ask, lost, ended }: KeepAskingOptions): (() => void) => {
  let current: object | undefined;
  let unsubscribe = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;
  let lostAtMs: number | undefined;

  const finish = (refusal: Refusal | undefined) => {
    current = undefined;
    ended(refusal);
  };

  const again = (): void => {
    // Events of an attempt that is over are ignored.
    const mine = {};
    current = mine;
    unsubscribe = ask({
      heard() {
        if (current !== mine) return;
        lostAtMs = undefined;
        waitMs = FIRST_WAIT_MS;
      },
      end(ending) {
        if (current !== mine) return;
        current = undefined;
        if (ending.kind !== "lost") {
          finish(ending.kind === "refused" ? ending.refusal : undefined);
          return;
        }
        lostAtMs ??= Date.now();
        if (Date.now() - lostAtMs > GIVE_UP_MS) {
          finish(new Refusal("connection_lost", "The connection did not come back."));
          return;
        }
        lost();
        timer = setTimeout(again, waitMs);
        waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      },
    });
  };

  again();
  return () => {
    current = undefined;
    clearTimeout(timer);
    unsubscribe();
  };
};
