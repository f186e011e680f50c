/** A part of the run that failed, and why. */
export interface FailedPart {
  readonly part: string;
  readonly reason: string;
}

/** Runs the parts of a run one after another, so that one failure does not lose the results of the others. */
export interface Attempts {
  /** @returns The part's results; none if it failed. */
  make<Result>(part: string, work: () => Promise<readonly Result[]>): Promise<readonly Result[]>;
  readonly failures: readonly FailedPart[];
}

export const createAttempts = (say: (what: string) => void): Attempts => {
  const failures: FailedPart[] = [];
  return {
    failures,
    async make(part, work) {
      try {
        return await work();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        failures.push({ part, reason });
        say(`${part} failed: ${reason}`);
        return [];
      }
    },
  };
};
