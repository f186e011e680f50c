import type { Clock, Log } from "@cenote/core";
import { type ImageCall, type MadeImage, ProviderError } from "@cenote/providers";
import { mayMakeElsewhere } from "./make-elsewhere";
import { type MediaTarget, callOptions } from "../routes/media-targets";

/** One try at a route, as it goes into the call's record. */
export interface ImageAttempt {
  readonly route: string;
  /** `ok`, or the kind of failure. */
  readonly outcome: string;
  readonly durationMs: number;
}

/** An image, and who made it. */
export interface MadeBy {
  readonly image: MadeImage;
  readonly target: MediaTarget;
}

export interface MadeImages {
  readonly made: readonly MadeBy[];
  /** Why some are missing, in the words of the first provider that said so. */
  readonly failure: unknown;
}

export interface MakeImagesOptions {
  readonly targets: readonly MediaTarget[];
  readonly call: Omit<ImageCall, "count">;
  readonly count: number;
  readonly callsAtOnce: number;
  /** Milliseconds of the monotonic clock. */
  readonly deadlineMs: number;
  /** The caller left: no further call to a provider is begun. Those under way go on, for they are paid for. */
  readonly leaving: AbortSignal;
  /** The process stops. */
  readonly stopping: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
  readonly requestId: string;
  /** Filled as tries end. */
  readonly attempts: ImageAttempt[];
}

/**
 * Has images made: by calls of as many as the provider makes at once, some of them at the same time. A call that fails
 * tries the model's next route by itself; the others keep what they made.
 */
export const makeImages = async (options: MakeImagesOptions): Promise<MadeImages> => {
  const { targets, count, callsAtOnce, leaving } = options;
  const [first] = targets;
  if (first === undefined) return { made: [], failure: new ProviderError({ kind: "unreachable", message: "No route of this model can be used at the moment." }) };
  const batches = splitCount(count, Math.max(1, first.client.maxImagesPerCall(first.target)));
  const results: MadeImages[] = [];
  const worker = async () => {
    for (let index = batches.next(); index.done !== true; index = batches.next()) {
      results[index.value.index] = leaving.aborted ? LEFT : await makeBatch(options, index.value.count);
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, worker));
  return {
    made: results.flatMap(({ made }) => made),
    failure: results.find(({ failure }) => failure !== undefined)?.failure,
  };
};

const LEFT: MadeImages = { made: [], failure: new ProviderError({ kind: "aborted", message: "The caller left." }) };

/** Parts of `count` that are at most `most` each. */
function* splitCount(count: number, most: number): Generator<{ readonly index: number; readonly count: number }> {
  for (let index = 0; index * most < count; index += 1) yield { index, count: Math.min(most, count - index * most) };
}

/** One batch over the model's routes. A route that makes fewer at once than the first is asked again for the rest. */
const makeBatch = async (options: MakeImagesOptions, count: number): Promise<MadeImages> => {
  let failure: unknown;
  for (const target of options.targets) {
    const { made, failure: reason } = await makeAt(options, target, count);
    if (made.length > 0) return { made, failure: reason };
    failure = reason;
    if (!(reason instanceof ProviderError) || !mayMakeElsewhere(reason.kind)) break;
  }
  return { made: [], failure };
};

const makeAt = async (options: MakeImagesOptions, target: MediaTarget, count: number): Promise<MadeImages> => {
  const made: MadeBy[] = [];
  let failure: unknown;
  while (made.length < count && failure === undefined) {
    const asked = Math.min(count - made.length, Math.max(1, target.client.maxImagesPerCall(target.target)));
    const answer = await ask(options, target, asked);
    made.push(...answer.made);
    ({ failure } = answer);
  }
  return { made, failure };
};

const ask = async ({ call, deadlineMs, stopping, clock, log, requestId, attempts }: MakeImagesOptions, target: MediaTarget, count: number): Promise<MadeImages> => {
  const startMs = clock.monotonicMs();
  const note = (outcome: string) => { attempts.push({ route: target.name, outcome, durationMs: Math.round(clock.monotonicMs() - startMs) }); };
  try {
    const totalMs = Math.max(1, Math.min(target.timeouts.totalMs, deadlineMs - startMs));
    const { images, missing } = await target.client.makeImages({ ...call, count }, target.target, callOptions(target.timeouts, totalMs, stopping));
    note("ok");
    const made = images.slice(0, count).map((image) => ({ image, target }));
    return {
      made,
      failure: made.length === count ? undefined : new ProviderError({ kind: "content_policy", message: missing ?? "The provider made fewer images than it was asked for." }),
    };
  } catch (error) {
    note(error instanceof ProviderError ? error.kind : "internal_error");
    if (error instanceof ProviderError && error.kind !== "aborted") {
      log.warn({ requestId, route: target.name, kind: error.kind, status: error.status, phase: error.phase }, "images could not be made");
    }
    return { made: [], failure: error };
  }
};
