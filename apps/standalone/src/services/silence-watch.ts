import type { Clock, Timer } from "@cenote/core";

export interface SilenceWatch {
  /** To be called at each sign of life. The first one starts the watch. */
  heard(): void;
  /** To be called when the process has ended. It stops the watch. */
  ended(): void;
}

const LOOK_MS = 5_000;
/** Half a minute: far longer than a garbage collection, also on a slow machine. */
const MOST_SILENT_LOOKS = 6;

/**
 * Detects a process that runs but hangs. It counts its own looks and not the time: if both processes stop (the machine
 * sleeps, Ctrl-Z in a terminal), that is at most one look.
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
