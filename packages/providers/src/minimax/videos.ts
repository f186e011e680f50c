import { bearerRequest } from "../media/bearer-request";
import {
  checkedJobId,
  completed,
  failed,
  isJobId,
  NO_REASON,
  NO_VIDEO,
  noStatus,
  readPolledJob,
} from "../media/job-answer";
import { type Fields, fieldsOf, textOf } from "../json-fields";
import { dataUrlOf } from "../media/data-url";
import type { VideoProtocol, VideoState } from "../media/media-spec";
import type { Target } from "../target";
import { FILTERED_CODES, minimaxErrors, WRONG_PARAMETERS } from "../errors/minimax-errors";
import { quirksOf } from "../media/input-quirk";

/** The provider recommends it. */
const POLL_INTERVAL_MS = 10_000;
/** The address of a file; asking again gives a new one. */
const FILE_LIFETIME_MS = 60 * 60 * 1_000;

/** Stands before the id of a file in the handle its answer is read with. No id of a job holds a slash. */
const FILE = "file/";

/** An id, told as text or, for a file, as a number: one that has been rounded is of no use. */
const idOf = (value: unknown): string => (Number.isSafeInteger(value) ? String(value) : textOf(value));

/**
 * Ends what a filter took away, and what there is none of: a request for a job or a file has no parameter but its id to
 * be wrong.
 */
const fromError = (answer: Fields): VideoState | undefined => {
  const code = minimaxErrors.codeOf(answer);
  if (code === WRONG_PARAMETERS || FILTERED_CODES.has(code)) return failed(minimaxErrors.messageOf(answer));
  minimaxErrors.refuse(answer);
  return undefined;
};

const toFileRequest = (fileId: string, target: Target): VideoState => ({
  state: "next",
  handle: `${FILE}${fileId}`,
  request: bearerRequest(target, { method: "GET", path: `/v1/files/retrieve?file_id=${fileId}` }),
});

const fromQuery = (task: Fields, target: Target): VideoState => {
  const { status } = task;
  // With a number that says why, or without one.
  if (status === "Fail")
    return failed(minimaxErrors.codeOf(task) === undefined ? NO_REASON : minimaxErrors.messageOf(task));
  const ended = fromError(task);
  if (ended !== undefined) return ended;
  switch (status) {
    case "Preparing":
    case "Queueing":
    case "Processing":
      return { state: "running" };
    case "Success": {
      const fileId = idOf(task["file_id"]);
      return isJobId(fileId) ? toFileRequest(fileId, target) : failed(NO_VIDEO);
    }
    default:
      throw noStatus();
  }
};

const fromFile = (answer: Fields): VideoState => {
  const url = textOf(fieldsOf(answer["file"])["download_url"]);
  return fromError(answer) ?? completed({ url, lifetimeMs: FILE_LIFETIME_MS });
};

/**
 * MiniMax's video generation, its first version: created, asked for by its id, and then its file's address. It makes
 * one shape, or that of the image it is given, and ends none.
 */
export const minimaxVideos: VideoProtocol = {
  pollIntervalMs: POLL_INTERVAL_MS,
  takesFirstFrame: () => true,
  toSubmit: ({ prompt, durationS, firstFrame }, target) =>
    bearerRequest(target, {
      method: "POST",
      path: "/v1/video_generation",
      body: {
        ...quirksOf(target).input,
        model: target.model,
        prompt,
        duration: durationS,
        first_frame_image: firstFrame && dataUrlOf(firstFrame),
      },
    }),
  fromSubmit(body) {
    minimaxErrors.refuse(body);
    return checkedJobId(fieldsOf(body)["task_id"]);
  },
  toPoll: (handle, target) =>
    bearerRequest(target, { method: "GET", path: `/v1/query/video_generation?task_id=${handle}` }),
  fromPoll: (status, body, handle, target) =>
    readPolledJob(
      status,
      body,
      (answer) => (handle.startsWith(FILE) ? fromFile(answer) : fromQuery(answer, target)),
      minimaxErrors.factsOf,
    ),
};
