import type { Clock, Timer } from "@cenote/core";

export interface SilenceWatch {
  /** The process gave a sign of life. The first one begins the watch. */
  heard(): void;
  /** The process has ended: it is not waited for any more. */
  ended(): void;
}

const LOOK_MS = 5_000;
/** Half a minute in which no event loop turns: far longer than any collection of garbage, or than a slow machine needs. */
const MOST_SILENT_LOOKS = 6;

/**
 * Finds a process that lives on but hangs. It counts its own looks rather than time, so that what stops both of them
 * (a machine that sleeps, Ctrl-Z in a terminal) counts as one.
 * @param onSilent Called once; the watch begins again with the next sign of life.
 */
export const createSilenceWatch = (clock: Clock, onSilent: (silentMs: number) => void): SilenceWatch => {
  let silentLooks = 0;
  let timer: Timer | undefined;
  const look = () => {
    silentLooks += 1;
    if (silentLooks < MOST_SILENT_LOOKS) {
      timer = clock.setTimer(look, LOOK_MS);
      return;
    }
    timer = undefined;
    onSilent(silentLooks * LOOK_MS);
  };
  return {
    heard() {
      silentLooks = 0;
      timer ??= clock.setTimer(look, LOOK_MS);
    },
    ended() {
      timer?.cancel();
      timer = undefined;
    },
  };
};
