import { type ImageAnswer, type ImageCall, type MadeImage, ProviderError } from "@cenote/providers";
import { type CallHistory, type Candidate, noProviderError, type Router } from "@cenote/routing";
import { callOptions, type MediaTargets } from "../routes/media-targets";

/** An image, and the origins its provider's files may come from. */
export interface MadeBy {
  readonly image: MadeImage;
  /** Private origins that the file may be fetched from. */
  readonly fileOrigins: readonly string[];
}

export interface MadeImages {
  readonly made: readonly MadeBy[];
  /** Why images are missing: the failure of the first call that failed. */
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
  /** See RoutedCall: whether the caller gave a field. */
  readonly isGiven: (field: string) => boolean;
  /**
   * Fires when the caller leaves. No further call is started then; calls under way continue, because they are paid for.
   */
  readonly leaving: AbortSignal;
  /** Fires when the process stops. */
  readonly stopping: AbortSignal;
  readonly requestId: string;
  /** Receives each try when it ends. */
  readonly history: CallHistory;
}

/**
 * Makes images in calls of up to the provider's maximum each, all at the same time: in sequence they could exceed the
 * deadline with the slowest models. A call that fails moves on to the model's other keys and routes on its own; the
 * results of the other calls are kept. For an edit each call makes one image: providers bill the given images in each
 * call, and every image made has to cost the same.
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

/** Parts of `count`, each at most `most`. */
const splitCount = (count: number, most: number): readonly number[] =>
  Array.from({ length: Math.ceil(count / most) }, (_, index) => Math.min(most, count - index * most));

const LEFT = new ProviderError({ kind: "aborted", message: "The caller left." });

interface BatchOptions extends MakeImagesOptions {
  /** The call that all batches of an edit share: one object, so the client holds one copy of its images. */
  readonly edit: ImageCall | undefined;
}

/** Makes one batch. If a route has a smaller maximum than the first, another call makes the remaining images. */
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
 * The routes that accept the images and the mask of the call. The other routes are left out, so that their refusal does
 * not hide why these failed. If no route accepts them any more, all are tried, and each refusal says why.
 */
const acceptingAmong = (
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

/** Makes as many of `count` as the answering route supports per call. */
const ask = async (
  { targets, router, model, call, edit, deadlineMs, isGiven, leaving, stopping, requestId, history }: BatchOptions,
  count: number,
): Promise<Answered> => {
  const { answer } = await router.answer<Answered>({
    candidates: acceptingAmong(targets.candidatesOf(model), edit, targets),
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
