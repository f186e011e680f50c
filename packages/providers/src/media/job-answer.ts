import { isSuccess } from "../wire/attempt";
import { malformed } from "../answers/answer-failures";
import { errorFactsOf } from "../errors/detail-errors";
import { type Fields, fieldsOf, textOf } from "../json-fields";
import type { MadeVideo, VideoState } from "./media-spec";
import { ProviderError } from "../provider-error";

/** Reads providers' answers about video jobs. */

/** Whether the status means that the provider does not know the job, or no longer. This is final. */
export const isGone = (status: number): boolean => status === 404 || status === 410;

export const failed = (message: string): VideoState => ({ state: "failed", message });

export const completed = (video: MadeVideo): VideoState =>
  video.url === "" ? failed(NO_VIDEO) : { state: "completed", video };

/** The job was cancelled, by us or by the operator at the provider. */
export const cancelled = (message: string): VideoState => ({ state: "failed", message, cancelled: true });

/** Ids that may be in the path of a request with our key. None can change the path. */
const JOB_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

export const isJobId = (id: string): boolean => JOB_ID.test(id);

/** The id of a submitted job. Throws ProviderError `malformed` if it is no valid id. */
export const checkedJobId = (value: unknown): string => {
  const id = textOf(value);
  if (!isJobId(id)) throw malformed("The provider accepted the job but returned no id.");
  return id;
};

/** The same, if the answer is the job itself. */
export const takenJobId = (body: unknown): string => checkedJobId(fieldsOf(body)["id"]);

/**
 * Reads the answer of a poll. If the provider no longer knows the job, the job has failed. Any other error says nothing
 * about the job and is thrown.
 * @param read Reads the job of a successful answer. @param factsOf Reads an error.
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

/** The job succeeded, but has no address of a file. */
export const NO_VIDEO = "The provider finished without a video.";
