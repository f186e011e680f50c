import { type Clock, createBoundedMap } from "@cenote/core";

/**
 * Organizations whose callers left plain answers before anything of them had come. What the provider had made by then is
 * not known, and so not paid for; read as streams, their next ones would be.
 */
export interface LeftAnswers {
  note(organizationId: string): void;
  /** Whether this organization's plain answers may be left. */
  areExpected(organizationId: string): boolean;
}

/** Streams cost the process more, and those who leave nothing. */
const REMEMBERED_MS = 3_600_000;
const MAX_ORGANIZATIONS = 10_000;

export const createLeftAnswers = (clock: Pick<Clock, "monotonicMs">): LeftAnswers => {
  const untilMs = createBoundedMap<number>(MAX_ORGANIZATIONS);
  return {
    note(organizationId) {
      untilMs.set(organizationId, clock.monotonicMs() + REMEMBERED_MS);
    },
    areExpected: (organizationId) => (untilMs.get(organizationId) ?? 0) > clock.monotonicMs(),
  };
};
