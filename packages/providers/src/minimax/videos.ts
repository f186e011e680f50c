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

/** The interval that the provider recommends. */
const POLL_INTERVAL_MS = 10_000;
/** Lifetime of a file's address. Another request returns a new address. */
const FILE_LIFETIME_MS = 60 * 60 * 1_000;

/** Prefix of a handle with a file's id, for the answer about the file. No job's id has a slash. */
const FILE = "file/";

/** An id: a string or, for a file, a number. A number that may have been rounded is not used. */
const idOf = (value: unknown): string => (Number.isSafeInteger(value) ? String(value) : textOf(value));

/**
 * The job has failed if a filter removed its video, or if the provider refuses a parameter: the only one is the id, so the
 * job or file does not exist. Any other error is thrown. @returns Undefined if there is no error.
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
  // It may come with or without an error code.
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
 * MiniMax's video generation, version 1: a job is created and polled by its id, and then the address of its file is
 * requested. The aspect ratio is fixed, or that of the image. Jobs can't be cancelled.
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
