import { type Clock, type Log, sleep, startPeriodicTask } from "@cenote/core";
import type { Lease } from "./lease";
import type { Probe, ProbeAnswer } from "./probe";

/** Restarts within `WITHIN_MS`. A server that ends again after them is given up. */
export const MOST_STARTS = 5;
const WITHIN_MS = 300_000;
/** Pause before the first restart; doubled with each start within `WITHIN_MS`. */
const FIRST_PAUSE_MS = 500;
export const PROBE_EVERY_MS = 5_000;
/** Consecutive `broken` probes after which a server is killed. */
export const MOST_BROKEN = 3;
/** Time without any answer after which a server counts as hung. A slow server answers now and then. */
export const MOST_SILENT_MS = 60_000;

export interface KeepUpOptions {
  readonly lease: Lease;
  /** Restarts the server in the same folder, on the same port. Throws if that fails. */
  readonly startAgain: () => Promise<Lease>;
  /** Closed with the server. */
  readonly probe: Probe;
  /** Kills a process that does not end by itself. */
  readonly kill: (pid: number) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export interface KeptUp {
  /** Resolves with the reason once the server is given up. */
  readonly lost: Promise<Error>;
  /** Stops the server and the restarts. */
  stop(): Promise<void>;
}

/**
 * Restarts a server that ends by itself, at most `MOST_STARTS` times within `WITHIN_MS`. A server that runs but can't read,
 * or does not answer any more, is killed first.
 */
export const keepUp = ({ lease: first, startAgain, probe, kill, clock, log }: KeepUpOptions): KeptUp => {
  const lost = Promise.withResolvers<Error>();
  const stopping = new AbortController();
  let lease = first;
  let isUp = true;
  let startsMs: number[] = [];

  /** @returns Whether the server runs again. */
  const restart = async (ended: string): Promise<boolean> => {
    for (let how = ended; ;) {
      startsMs = startsMs.filter((startMs) => clock.monotonicMs() - startMs < WITHIN_MS);
      if (startsMs.length >= MOST_STARTS) {
        lost.resolve(
          new Error(
            `The database server was started ${MOST_STARTS} times within ${WITHIN_MS / 60_000} minutes, and does not stay: ${how}`,
          ),
        );
        return false;
      }
      await sleep(clock, FIRST_PAUSE_MS * 2 ** startsMs.length, stopping.signal).catch(() => {});
      if (stopping.signal.aborted) return false;
      startsMs.push(clock.monotonicMs());
      const counted = { start: startsMs.length, ofAtMost: MOST_STARTS };
      try {
        lease = await startAgain();
        if (stopping.signal.aborted) {
          await lease.giveBack();
          return false;
        }
        log.warn(counted, "the database server was restarted");
        return true;
      } catch (error) {
        how = (error as Error).message;
        log.error({ ...counted, how }, "the database server could not be restarted");
      }
    }
  };

  const watch = async (): Promise<void> => {
    while (isUp) {
      const how = await lease.ended;
      isUp = false;
      if (how === undefined || stopping.signal.aborted) return;
      log.error({ how }, "the database server ended by itself");
      isUp = await restart(how);
    }
  };
  const watching = watch();

  let judged = lease;
  let broken = 0;
  let silentSinceMs: number | undefined;
  /** @returns Why the server must be killed; undefined if it may recover. */
  const judge = (asked: Lease, answer: ProbeAnswer, askedMs: number): string | undefined => {
    if (judged !== asked) [judged, broken, silentSinceMs] = [asked, 0, undefined];
    broken = answer === "broken" ? broken + 1 : 0;
    silentSinceMs = answer === "silent" ? (silentSinceMs ?? askedMs) : undefined;
    if (broken >= MOST_BROKEN) return "the database server can't read its files any more, and is ended";
    if (silentSinceMs === undefined || clock.monotonicMs() - silentSinceMs < MOST_SILENT_MS) return undefined;
    return "the database server no longer answers, and is killed";
  };
  const probing = startPeriodicTask({
    clock,
    log,
    name: "the probe of the database server",
    everyMs: PROBE_EVERY_MS,
    async run() {
      const asked = lease;
      const askedMs = clock.monotonicMs();
      const fault = judge(asked, await probe.ask(), askedMs);
      if (fault === undefined || !isUp || lease !== asked) return;
      [broken, silentSinceMs] = [0, undefined];
      log.error({}, fault);
      kill(asked.record.serverPid);
    },
  });

  return {
    lost: lost.promise,
    async stop() {
      stopping.abort();
      const probed = probing.close();
      // A probe in progress ends with its connection.
      await probe.close();
      await probed;
      await lease.giveBack();
      // A start in progress gives its lease back.
      await watching;
    },
  };
};
