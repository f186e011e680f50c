import { filmOf, fileUrl, ownOrigin } from "../media/files";
import { type FrameMistake, frameMistakeOf } from "../media/first-frame";
import type { GivenImage } from "../media/given-image";
import { type Fields, fieldsOf, wordOf } from "../json-body";
import type { JobState, VideoJobs } from "../media/jobs";
import { plainAnswer, type Answer, type IncomingCall } from "../wire-format";
import { problem, problemBody, UNREADABLE_IMAGE, type Problem } from "../google/problem";

const DURATIONS: ReadonlySet<unknown> = new Set([4, 6, 8]);
const RATIOS: ReadonlySet<unknown> = new Set(["16:9", "9:16"]);

export const videoProblem = (parameters: Readonly<Record<string, unknown>>): Problem | undefined => {
  const { durationSeconds = 8, aspectRatio = "16:9", generateAudio } = parameters;
  if (generateAudio !== undefined)
    return problem(
      400,
      "`generateAudio` isn't supported by this model. Please remove it or refer to the Gemini API documentation for supported usage.",
    );
  if (!DURATIONS.has(durationSeconds))
    return problem(400, "The number value for `durationSeconds` is out of bound. Please provide a value of 4, 6 or 8.");
  if (!RATIOS.has(aspectRatio))
    return problem(400, `aspectRatio ${JSON.stringify(aspectRatio)} is not supported by this model.`);
  return undefined;
};

/** The image that a video begins with, if any. */
export const frameOf = (instance: Fields): GivenImage | undefined => {
  if (instance["image"] === undefined) return undefined;
  const { bytesBase64Encoded, mimeType } = fieldsOf(instance["image"]);
  return { bytes: Buffer.from(wordOf(bytesBase64Encoded), "base64"), contentType: wordOf(mimeType) };
};

const FRAME_WORDS: Readonly<Record<FrameMistake, string>> = {
  type: "Unsupported MIME type of the input image.",
  content: UNREADABLE_IMAGE,
  length: "The input image is larger than 20 MB.",
  side: UNREADABLE_IMAGE,
  shape: UNREADABLE_IMAGE,
};

const MIB = 1024 * 1024;

export const frameProblem = (instance: Fields): Problem | undefined => {
  const unknown = Object.keys(fieldsOf(instance["image"])).find(
    (field) => field !== "bytesBase64Encoded" && field !== "mimeType",
  );
  if (unknown !== undefined)
    return problem(
      400,
      `\`${unknown}\` isn't supported by this model. Please remove it or refer to the Gemini API documentation for supported usage.`,
    );
  const image = frameOf(instance);
  const found = image && frameMistakeOf(image, { maxCharacters: 28 * MIB });
  return found && problem(400, FRAME_WORDS[found]);
};

export const operationName = (model: string, id: string): string => `models/${model}/operations/${id}`;

const FILTERED = "Sorry, we can't create videos with this prompt. Please try again with a different prompt.";

const notFound = (name: string): Answer => plainAnswer(404, problemBody(problem(404, `Operation not found: ${name}`)));

const outcome = (
  call: IncomingCall,
  name: string,
  { job, behaviour }: Extract<JobState, { state: "over" }>,
): Answer => {
  const done = (rest: object): Answer => plainAnswer(200, JSON.stringify({ name, done: true, ...rest }));
  const response = (generateVideoResponse: object): Answer =>
    done({
      response: {
        "@type": "type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse",
        generateVideoResponse,
      },
    });
  switch (behaviour.outcome) {
    case "completed":
      return response({
        generatedSamples: [
          { video: { uri: `${ownOrigin(call)}/${call.provider}/v1beta/files/${job.id}:download?alt=media` } },
        ],
      });
    case "failed":
    case "crashed":
      return done({
        error: {
          code: 13,
          message:
            behaviour.message ??
            "Video generation failed due to an internal server issue. Please try again in a few minutes.",
        },
      });
    case "filtered":
      return response({ raiMediaFilteredCount: 1, raiMediaFilteredReasons: [behaviour.message ?? FILTERED] });
    case "empty":
      return response({});
    case "forgotten":
      return notFound(name);
  }
};

export const operationAnswer = (call: IncomingCall, name: string, state: JobState): Answer => {
  switch (state.state) {
    case "unreachable":
      return plainAnswer(503, problemBody(problem(503, "The service is currently unavailable.")));
    case "running":
      return plainAnswer(200, JSON.stringify({ name }));
    case "over":
      return outcome(call, name, state);
    case "unknown":
    case "cancelled":
      return notFound(name);
  }
};

/** A request with a key is redirected to the file, whose address needs no key. */
export const downloadAnswer = (call: IncomingCall, id: string, jobs: VideoJobs): Answer => {
  const state = jobs.look(id);
  if (state.state !== "over")
    return plainAnswer(
      403,
      problemBody(problem(403, `You do not have permission to access the File ${id} or it may not exist.`)),
    );
  return { ...plainAnswer(302, ""), headers: { location: fileUrl(call, state.behaviour.file, filmOf(state.job)) } };
};
