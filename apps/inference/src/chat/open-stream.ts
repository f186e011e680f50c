import type { ChatModel, SlowStart } from "@cenote/catalog";
import type { Clock, Timer } from "@cenote/core";
import {
  type ChatCall,
  type ChatEvent,
  type ProviderClient,
  ProviderError,
  charactersOf,
  isContent,
} from "@cenote/providers";
import type { RouteTry } from "@cenote/routing";
import { hasLeft } from "../caller-left";
import { createUpstreamSignal } from "./upstream-signal";

/** A provider's stream that has delivered its first content. */
export interface OpenStream {
  /** All events up to the first content. */
  readonly first: readonly ChatEvent[];
  readonly rest: AsyncIterator<readonly ChatEvent[]>;
}

export interface OpenStreamOptions {
  readonly client: ProviderClient;
  readonly call: ChatCall;
  readonly routeTry: RouteTry<ChatModel>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

type Reading = AsyncIterator<readonly ChatEvent[]>;

const readContent = async (rest: Reading): Promise<ChatEvent[]> => {
  const first: ChatEvent[] = [];
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    for (const event of next.value) first.push(event);
    if (next.value.some(isContent)) break;
  }
  return first;
};

const openWith = async (
  { client, call, routeTry: { target, limits } }: OpenStreamOptions,
  signal: AbortSignal,
): Promise<OpenStream> => {
  const rest = client.streamChat(call, target, { limits, signal })[Symbol.asyncIterator]();
  return { first: await readContent(rest), rest };
};

/** An iterator whose next result is already pending. */
const withPending = (rest: Reading, pending: Promise<IteratorResult<readonly ChatEvent[]>>): Reading => {
  let waiting: typeof pending | undefined = pending;
  // If nobody awaits it any more, its failure is ignored.
  pending.catch(() => {});
  return {
    next() {
      const next = waiting ?? rest.next();
      waiting = undefined;
      return next;
    },
    return: async () => (await rest.return?.()) ?? { done: true, value: undefined },
  };
};

/** Number of characters; Infinity for a finished answer, which does not get longer. */
const lengthOf = (events: readonly ChatEvent[]): number =>
  events.reduce((sum, event) => sum + (event.type === "finish" ? Infinity : charactersOf(event)), 0);

/**
 * Reads until the beginning is long enough. If it is not long enough in time, the stream fails if another route is left.
 */
const openSwiftly = async (options: OpenStreamOptions, { characters, withinMs }: SlowStart): Promise<OpenStream> => {
  const { clock, routeTry } = options;
  const upstream = createUpstreamSignal(options.signal);
  const { first, rest } = await openWith(options, upstream.signal);
  const events = [...first];
  let length = lengthOf(first);
  let timer: Timer | undefined;
  const overdue = new Promise<"overdue">((resolve) => {
    timer = clock.setTimer(() => {
      resolve("overdue");
    }, withinMs);
  });
  try {
    while (length < characters) {
      const pending = rest.next();
      const next = await Promise.race([pending, overdue]).catch((error: unknown) => {
        // The events that have arrived were made, and are needed for the charge.
        if (hasLeft(options.signal)) return undefined;
        throw error;
      });
      if (next === undefined) return { first: events, rest };
      if (next === "overdue") {
        const slow = withPending(rest, pending);
        if (!routeTry.hasSpare()) return { first: events, rest: slow };
        upstream.abort();
        throw new ProviderError({
          kind: "timeout",
          phase: "first_content",
          message: "The provider's answer started too slowly.",
        });
      }
      if (next.done === true) break;
      for (const event of next.value) events.push(event);
      length += lengthOf(next.value);
    }
    return { first: events, rest };
  } finally {
    timer?.cancel();
  }
};

/** Opens a stream and waits for its first content. After a failure before that, another route can still be tried. */
export const openStream = (options: OpenStreamOptions): Promise<OpenStream> => {
  const { slowStart } = options.routeTry.candidate.model;
  return slowStart === undefined ? openWith(options, options.signal) : openSwiftly(options, slowStart);
};
