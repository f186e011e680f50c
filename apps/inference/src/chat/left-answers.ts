import { type Clock, createBoundedMap } from "@cenote/core";

interface Caller {
  readonly organizationId: string;
  readonly clientTokenId?: string | undefined;
}

/**
 * Callers who left plain answers before anything of them had come. What the provider had made by then is not known, and
 * so not paid for. Their next answers are read as streams, of which it is known.
 */
export interface LeftAnswers {
  /** This caller left one. The holder of a client token stands for that token alone, and not for its organization. */
  note(caller: Caller): void;
  /** Whether this caller may be expected to leave plain answers. */
  areExpected(caller: Caller): boolean;
  /** A route that refuses to stream what it answers in one piece. */
  noteUnstreamed(route: string): void;
  /** Whether the route's answers are not to be read as streams for this. */
  isUnstreamed(route: string): boolean;
}

/** Streams cost the process more, and those who leave nothing. */
const REMEMBERED_MS = 3_600_000;
const MAX_REMEMBERED = 10_000;

export const createLeftAnswers = (clock: Pick<Clock, "monotonicMs">): LeftAnswers => {
  const createMemory = () => {
    const untilMs = createBoundedMap<number>(MAX_REMEMBERED);
    return {
      note: (name: string): void => {
        untilMs.set(name, clock.monotonicMs() + REMEMBERED_MS);
      },
      has: (name: string) => (untilMs.get(name) ?? 0) > clock.monotonicMs(),
    };
  };
  // Apart, so that many client tokens don't push out organizations.
  const [organizations, clientTokens, unstreamed] = [createMemory(), createMemory(), createMemory()];
  return {
    note({ organizationId, clientTokenId = "" }) {
      if (clientTokenId === "") organizations.note(organizationId);
      else clientTokens.note(clientTokenId);
    },
    areExpected: ({ organizationId, clientTokenId = "" }) =>
      organizations.has(organizationId) || clientTokens.has(clientTokenId),
    noteUnstreamed: unstreamed.note,
    isUnstreamed: unstreamed.has,
  };
};
