import { type Clock, createBoundedMap } from "@cenote/core";

interface Caller {
  readonly organizationId: string;
  readonly clientTokenId?: string | undefined;
}

/**
 * Remembers callers who left plain answers before any of their content had arrived. It is unknown what the provider had
 * made by then, so nothing is charged. The next answers for such a caller are read as streams, of which it is known.
 */
export interface LeftAnswers {
  /** Records that this caller left an answer. A client token counts by itself, not for its organization. */
  note(caller: Caller): void;
  /** Whether this caller is likely to leave plain answers. */
  areExpected(caller: Caller): boolean;
  /** Records a route that refuses to stream but gives plain answers. */
  noteUnstreamed(route: string): void;
  /** Whether the route is known not to stream. */
  isUnstreamed(route: string): boolean;
}

/** Time for which callers are remembered. It is limited because streams cost the process more, and the caller nothing. */
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
  // Separate memories, so that many client tokens do not displace organizations.
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
