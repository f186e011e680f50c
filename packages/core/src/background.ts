import type { Log } from "./log";

/** Runs work that no caller waits for. The process waits for it when it stops. */
export interface Background {
  /** @param what For the log: "a video job". */
  run(what: string, work: Promise<unknown>): void;
  /** Number of tasks under way. */
  count(): number;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
}

export interface BackgroundOptions {
  readonly log: Log;
  /** Whether work failed only because this process is stopping. It is not logged as an error: another process resumes it. */
  readonly isCut?: (error: unknown) => boolean;
}

export const createBackground = ({ log, isCut = () => false }: BackgroundOptions): Background => {
  const underWay = new Set<Promise<void>>();
  return {
    run(what, work) {
      const watched = work
        .then(
          () => {},
          (error: unknown) => {
            if (isCut(error)) log.info({}, `${what} was cut, since this process stops`);
            else log.error({ error }, `${what} could not be worked on`);
          },
        )
        .finally(() => {
          underWay.delete(watched);
        });
      underWay.add(watched);
    },
    count: () => underWay.size,
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
};
