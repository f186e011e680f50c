/** A part of the run that came to nothing, and why. */
export interface FailedPart {
  readonly part: string;
  readonly reason: string;
}

/** Parts of a run, one after the other: what the others saw is not lost with one that fails. */
export interface Attempts {
  /** @returns What the part saw; nothing where it failed. */
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
