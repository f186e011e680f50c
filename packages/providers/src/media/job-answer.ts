import { isSuccess } from "../wire/attempt";
import { malformed } from "../answers/answer-failures";
import { errorFactsOf } from "../errors/detail-errors";
import { type Fields, fieldsOf, textOf } from "../json-fields";
import type { MadeVideo, VideoState } from "./media-spec";
import { ProviderError } from "../provider-error";

/** What providers of video say of a job, read the same way for all of them. */

/** The provider has forgotten the job, or never knew it: it will not come back. */
export const isGone = (status: number): boolean => status === 404 || status === 410;

export const failed = (message: string): VideoState => ({ state: "failed", message });

export const completed = (video: MadeVideo): VideoState =>
  video.url === "" ? failed(NO_VIDEO) : { state: "completed", video };

/** Ended by a cancel: ours, or the operator's at the provider. */
export const cancelled = (message: string): VideoState => ({ state: "failed", message, cancelled: true });

/** What may stand in the path of a request with our key: the id of a job, and nothing that leads elsewhere. */
const JOB_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

export const isJobId = (id: string): boolean => JOB_ID.test(id);

/** The id of a job a provider took, as its answer tells it. Throws ProviderError `malformed`. */
export const checkedJobId = (value: unknown): string => {
  const id = textOf(value);
  if (!isJobId(id)) throw malformed("The provider accepted the job but returned no id.");
  return id;
};

/** The same, where the answer is the job. */
export const takenJobId = (body: unknown): string => checkedJobId(fieldsOf(body)["id"]);

/**
 * @param read Reads the job of a good answer. A provider that has forgotten it ends it; any other failure says nothing
 * of it and is thrown.
 * @param factsOf Reads an error.
 */
export const readPolledJob = (
  status: number,
  body: unknown,
  read: (job: Fields) => VideoState,
  factsOf = errorFactsOf,
): VideoState => {
  if (isGone(status)) return failed(factsOf(status, body).message);
  if (!isSuccess(status)) throw new ProviderError(factsOf(status, body));
  return read(fieldsOf(body));
};

export const noStatus = (): ProviderError => malformed("The provider returned no status of the job.");

export const CANCELLED = "The provider cancelled the job.";

export const NO_REASON = "The provider failed without a reason.";

/** A success without the address of a file. */
export const NO_VIDEO = "The provider finished without a video.";
