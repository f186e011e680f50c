import type { Clock, Timer } from "@cenote/core";

export interface SilenceWatch {
  /** To be called at each sign of life. The first call starts the watch. */
  heard(): void;
  /** To be called when the process has exited. Stops the watch. */
  ended(): void;
}

const LOOK_MS = 5_000;
/** Half a minute: far longer than a garbage collection, even on a slow machine. */
const MOST_SILENT_LOOKS = 6;

/**
 * Detects a process that runs but hangs. It counts its own checks instead of time: if both processes are suspended (the
 * machine sleeps, Ctrl-Z in a terminal), that is at most one check.
 * @param onSilent Called once; the next sign of life starts the watch again.
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
