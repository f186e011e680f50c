import type { Log } from "@cenote/core";
import { ProviderError, type ProviderErrorKind, type TimeLimitPhase } from "@cenote/providers";
import { type ManualClock, createManualClock } from "@cenote/testkit";
import type { Candidate } from "../candidates";
import type { CallHistory, RoutedCall, TryRecord } from "../routed-call";
import { type Router, createRouter } from "../router";

/** The outcome of a try: an answer or a failure. */
export type Reply = "ok" | ProviderErrorKind | ProviderError;

export interface RoutingWorld {
  readonly clock: ManualClock;
  readonly router: Router;
  /** The log, each line with level and fields. */
  readonly lines: { readonly level: string; readonly fields: Readonly<Record<string, unknown>> }[];
  /** The outcomes of tries in order, by the name of the try (`one/m`, `one#2/m`); the last one repeats. */
  readonly replies: Record<string, Reply[]>;
  /**
   * Runs one call to its end, advancing time while it waits.
   * @returns Its tries, such as `one/m ok`, and its outcome.
   */
  call(candidates: readonly Candidate[], options?: Partial<RoutedCall<string>>): Promise<CallEnd>;
}

export interface CallEnd {
  readonly tries: readonly string[];
  readonly answer: string | undefined;
  readonly error: unknown;
  readonly history: CallHistory;
  /** Milliseconds of the manual clock from start to end. */
  readonly tookMs: number;
}

const LONGEST_CALL_MS = 60_000;
const STEP_MS = 50;

export const failure = (
  kind: ProviderErrorKind,
  options: {
    readonly retryAfterMs?: number;
    readonly message?: string;
    readonly phase?: TimeLimitPhase;
    readonly param?: string;
    readonly fields?: readonly string[];
    readonly namesPrompt?: boolean;
  } = {},
): ProviderError =>
  new ProviderError({
    kind,
    message: options.message ?? `it is ${kind}`,
    ...options,
    ...(kind === "timeout" ? { phase: options.phase ?? "first_content" } : {}),
  });

export const createRoutingWorld = (options: { readonly random?: () => number } = {}): RoutingWorld => {
  const clock = createManualClock();
  const lines: RoutingWorld["lines"] = [];
  const note = (level: string) => (fields: object) => {
    lines.push({ level, fields: fields as Record<string, unknown> });
  };
  const log: Log = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
  const router = createRouter({ clock, log, random: options.random ?? (() => 0.5) });
  const replies: RoutingWorld["replies"] = {};

  return {
    clock,
    router,
    lines,
    replies,
    async call(candidates, more = {}) {
      const history: CallHistory = { attempts: [], waitedMs: 0 };
      const startMs = clock.monotonicMs();
      const ends: Pick<CallEnd, "answer" | "error">[] = [];
      void router
        .answer<string>({
          candidates,
          history,
          requestId: "req_1",
          signal: new AbortController().signal,
          async attempt({ candidate, target }) {
            const name =
              candidate.targets.length === 1
                ? candidate.route
                : `${candidate.provider}#${target.apiKey?.split(" ")[1]}/m`;
            const script = replies[name] ?? replies[candidate.route] ?? ["ok"];
            const reply = (script.length > 1 ? script.shift() : script[0]) ?? "ok";
            if (reply === "ok") return name;
            throw reply instanceof ProviderError ? reply : failure(reply);
          },
          ...more,
        })
        .then(
          ({ answer }) => ends.push({ answer, error: undefined }),
          (error: unknown) => ends.push({ answer: undefined, error }),
        );
      await clock.advance(0);
      while (ends.length === 0 && clock.monotonicMs() - startMs < LONGEST_CALL_MS) await clock.advance(STEP_MS);
      const [end] = ends;
      if (end === undefined) throw new Error("the call does not end");
      return {
        ...end,
        history,
        tries: history.attempts.map(({ route, outcome }: TryRecord) => `${route} ${outcome}`),
        tookMs: clock.monotonicMs() - startMs,
      };
    },
  };
};

/** What a call tried, if its outcome does not matter. */
export const tries = async (
  world: ReturnType<typeof createRoutingWorld>,
  ...candidates: Parameters<typeof world.call>[0]
) => (await world.call(candidates)).tries;
