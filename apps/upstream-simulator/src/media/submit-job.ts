import type { Directive } from "../behaviour/behaviour";
import type { Answer, Reading } from "../wire-format";
import type { VideoJob, VideoJobs } from "./jobs";

/** The reading of a call that creates a job. @param answerOf The answer, with the job's id. */
export const submitJob = (
  jobs: VideoJobs,
  job: Omit<VideoJob, "id">,
  directives: readonly Directive[],
  answerOf: (id: string) => Answer,
): Reading => {
  const id = jobs.create(job);
  return {
    model: job.model,
    stream: false,
    fleeting: true,
    directives,
    answer(behaviour) {
      jobs.direct(id, behaviour);
      return answerOf(id);
    },
  };
};
