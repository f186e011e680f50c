import { fileUrl, ownOrigin } from "../media/files";
import type { JobState, VideoJob, VideoJobs } from "../media/jobs";
import { seedOf } from "../pseudo-model/random";
import { plainAnswer, type Answer, type IncomingCall } from "../wire-format";
import { problem, problemBody, type Problem } from "./problem";

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

const filmOf = ({ model, prompt, aspectRatio, durationS }: VideoJob) => ({
  type: "mp4" as const,
  aspectRatio,
  durationS,
  seed: seedOf(`${model} ${prompt}`),
});

/** With a key: redirects to the bytes, which are elsewhere and need none. */
export const downloadAnswer = (call: IncomingCall, id: string, jobs: VideoJobs): Answer => {
  const state = jobs.look(id);
  if (state.state !== "over")
    return plainAnswer(
      403,
      problemBody(problem(403, `You do not have permission to access the File ${id} or it may not exist.`)),
    );
  return { ...plainAnswer(302, ""), headers: { location: fileUrl(call, state.behaviour.file, filmOf(state.job)) } };
};
