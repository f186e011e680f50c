/** Receives the outcome of tries, for metrics. */
export interface RouteObserver {
  /** @param outcome `ok`, or the kind of failure. */
  tried(route: string, outcome: string): void;
  /** @param durationMs From the start of the try to its first content; for a plain answer, to its end. */
  firstContent(route: string, durationMs: number): void;
}

export const noObserver: RouteObserver = { tried: () => {}, firstContent: () => {} };
