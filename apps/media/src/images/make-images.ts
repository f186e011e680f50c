import { type ImageAnswer, type ImageCall, type MadeImage, ProviderError } from "@cenote/providers";
import { type CallHistory, type Candidate, noProviderError, type Router } from "@cenote/routing";
import { callOptions, type MediaTargets } from "../routes/media-targets";

/** An image, and its provider's file origins. */
export interface MadeBy {
  readonly image: MadeImage;
  /** Origins its file may be fetched from though they are private. */
  readonly fileOrigins: readonly string[];
}

export interface MadeImages {
  readonly made: readonly MadeBy[];
  /** Why some are missing, in the words of the first provider that said so. */
  readonly failure: unknown;
}

export interface MakeImagesOptions {
  readonly targets: MediaTargets;
  readonly router: Router;
  readonly model: string;
  readonly call: Omit<ImageCall, "count">;
  readonly count: number;
  /** Milliseconds of the monotonic clock. */
  readonly deadlineMs: number;
  /** See RoutedCall. */
  readonly isGiven: (field: string) => boolean;
  /** Fires when the caller leaves: no further call is started. Calls under way continue, because they are paid for. */
  readonly leaving: AbortSignal;
  /** The process stops. */
  readonly stopping: AbortSignal;
  readonly requestId: string;
  /** Filled as tries end. */
  readonly history: CallHistory;
}

/**
 * Generates images in calls of up to the provider's maximum each, all at the same time: one after the other they would
 * take twice as long as the slowest models may. A call that fails moves on to the model's other keys and routes by
 * itself; the results of the others are kept. Edits are made one a call: the images given are billed in each call, and
 * each image made is to cost the same.
 */
export const makeImages = async (options: MakeImagesOptions): Promise<MadeImages> => {
  const { targets, model, count, call } = options;
  const [first] = targets.candidatesOf(model);
  if (first === undefined) return { made: [], failure: noProviderError() };
  const edit = call.inputs && { ...call, count: 1 };
  const most = edit?.count ?? Math.max(1, targets.clientOf(first).maxImagesPerCall(first.targets[0].target));
  const results = await Promise.all(splitCount(count, most).map((batch) => makeBatch({ ...options, edit }, batch)));
  return {
    made: results.flatMap(({ made }) => made),
    failure: results.find(({ failure }) => failure !== undefined)?.failure,
  };
};

/** Parts of `count` that are at most `most` each. */
const splitCount = (count: number, most: number): readonly number[] =>
  Array.from({ length: Math.ceil(count / most) }, (_, index) => Math.min(most, count - index * most));

const LEFT = new ProviderError({ kind: "aborted", message: "The caller left." });

interface BatchOptions extends MakeImagesOptions {
  /** The call of all batches, if images are given with it: the same object, so that its client has their bytes once. */
  readonly edit: ImageCall | undefined;
}

/** One batch. A route with a smaller maximum than the first leaves the rest to another call. */
const makeBatch = async (options: BatchOptions, count: number): Promise<MadeImages> => {
  const made: MadeBy[] = [];
  let failure: unknown;
  while (made.length < count && failure === undefined) {
    if (options.leaving.aborted) return { made, failure: LEFT };
    try {
      const { asked, images, missing, fileOrigins } = await ask(options, count - made.length);
      made.push(...images.slice(0, asked).map((image) => ({ image, fileOrigins })));
      if (images.length < asked)
        failure = new ProviderError({
          kind: "content_policy",
          message: missing ?? "The provider returned fewer images than requested.",
        });
    } catch (error) {
      failure = error;
    }
  }
  return { made, failure };
};

/**
 * The routes that take what the call gives. Where none does any more, all: each says why. One that does not take it has
 * no say in why the others failed.
 */
const takingAmong = (
  candidates: readonly Candidate[],
  edit: ImageCall | undefined,
  targets: MediaTargets,
): readonly Candidate[] => {
  if (edit === undefined) return candidates;
  const taking = candidates.filter((one) => {
    const taken = targets.clientOf(one).edits(one.targets[0].target);
    return taken !== undefined && (edit.mask === undefined || taken.mask);
  });
  return taking.length === 0 ? candidates : taking;
};

interface Answered extends ImageAnswer {
  readonly asked: number;
  readonly fileOrigins: readonly string[];
}

/** Generates as many of `count` as the answering route supports per call. */
const ask = async (
  { targets, router, model, call, edit, deadlineMs, isGiven, leaving, stopping, requestId, history }: BatchOptions,
  count: number,
): Promise<Answered> => {
  const { answer } = await router.answer<Answered>({
    candidates: takingAmong(targets.candidatesOf(model), edit, targets),
    history,
    requestId,
    deadlineMs,
    isGiven,
    prompt: { field: "prompt" },
    signal: AbortSignal.any([leaving, stopping]),
    async attempt({ candidate, target, limits }) {
      const client = targets.clientOf(candidate);
      const asked = Math.min(count, Math.max(1, client.maxImagesPerCall(target)));
      const made = await client.makeImages(
        edit ?? { ...call, count: asked },
        target,
        callOptions(limits, limits.totalMs, stopping),
      );
      return { ...made, asked, fileOrigins: targets.fileOriginsOf(candidate.provider) };
    },
  });
  return answer;
};
