import type { Log } from "./log";

/** Work nobody waits for, until the process stops. */
export interface Background {
  /** @param what For the log: "a video job". */
  run(what: string, work: Promise<unknown>): void;
  /** How much is under way. */
  count(): number;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
}

export interface BackgroundOptions {
  readonly log: Log;
  /** Whether work failed only because this process cut it while stopping. Another process takes it up: no error. */
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
