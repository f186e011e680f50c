import type { Clock, Log, Timer } from "@cenote/core";
import type { Following } from "./follow";
import type { JobStore } from "./store";

export interface KeepFollowingOptions {
  readonly store: Pick<JobStore, "follow">;
  readonly clock: Clock;
  readonly log: Log;
  readonly onOpened: () => void;
  readonly onChanged: (jobId: string, version: number | undefined) => void;
  readonly onLost: () => void;
}

/** Following that restarts when it is lost. */
export interface KeptFollowing {
  /** Whether every change is being reported. */
  readonly isOpen: boolean;
  /** Starts following; no effect if it has started. */
  begin(): void;
  /** Stops following, until `begin` is called again. */
  end(): void;
}

/**
 * Pauses before following is restarted: the first and the longest. The pause doubles each time, and begins anew after
 * following has lasted for the longest pause.
 */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

export const keepFollowing = ({
  store,
  clock,
  log,
  onOpened,
  onChanged,
  onLost,
}: KeepFollowingOptions): KeptFollowing => {
  let following: Following | undefined;
  let retry: Timer | undefined;
  let openedAtMs: number | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let supported = true;

  const lost = (error: unknown): void => {
    if (openedAtMs !== undefined && clock.monotonicMs() - openedAtMs >= LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
    // Logs once per loss, not once per retry.
    if (pauseMs === FIRST_PAUSE_MS)
      log.warn({ error }, "watched video jobs are polled each second: the change stream of the database broke");
    following = undefined;
    openedAtMs = undefined;
    onLost();
    retry = clock.setTimer(follow, pauseMs);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  };
  const follow = (): void => {
    retry = undefined;
    following = store.follow({
      opened() {
        openedAtMs = clock.monotonicMs();
        onOpened();
      },
      changed: onChanged,
      lost,
      unsupported() {
        supported = false;
        following = undefined;
        log.info(
          {},
          "watched video jobs are polled each second: this database has no change streams, which need a replica set",
        );
      },
    });
  };

  return {
    get isOpen() {
      return openedAtMs !== undefined;
    },
    begin() {
      if (supported && following === undefined && retry === undefined) follow();
    },
    end() {
      retry?.cancel();
      following?.close();
      [retry, following, openedAtMs] = [undefined, undefined, undefined];
    },
  };
};
