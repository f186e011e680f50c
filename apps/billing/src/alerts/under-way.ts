import type { Log } from "@cenote/core";

/** Work on the alerts of organizations that nobody waits for, until billing stops. */
export interface UnderWay {
  /** @param what For the log, if it fails. */
  add(what: string, organizationId: string, work: Promise<void>): void;
  /** Resolves once nothing is under way. */
  over(): Promise<void>;
}

export const createUnderWay = (log: Log): UnderWay => {
  const underWay = new Set<Promise<void>>();
  return {
    add(what, organizationId, work) {
      const done = work
        .catch((error: unknown) => {
          log.warn({ organizationId, error }, `${what} failed`);
        })
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    async over() {
      await Promise.all(underWay);
    },
  };
};
