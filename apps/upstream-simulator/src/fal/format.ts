import { readDirectives } from "../behaviour/directives";
import { type Fields, parseFields } from "../json-body";
import type { VideoJobs } from "../media/jobs";
import { isMissing } from "../missing-model";
import { fleetingReading, plainAnswer, type IncomingCall, type Reading, type WireFormat } from "../wire-format";
import { textOfGiven } from "../media/given-image";
import { submitJob } from "../media/submit-job";
import { durationOf, frameOf, inputProblem, shapeOf } from "./check";
import { imagesAnswer } from "./images";
import { askedBody, keyOf, keyProblem, mistake, problemBody, type Problem } from "./problem";
import { cancelAnswer, resultAnswer, statusAnswer, submitAnswer } from "./queue";

const JOB = /^\/queue\/(?<app>[^/]+\/[^/]+)\/requests\/(?<id>[a-z0-9]+)(?<what>\/status|\/cancel)?$/;
const QUEUE = "/queue/";

const refused = (model: string, problem: Problem): Reading =>
  fleetingReading(plainAnswer(problem.status, problemBody(problem)), model);

/** fal's synchronous endpoint is under `/{provider}`, its queue under `/{provider}/queue`. */
export const createFalFormat = ({ jobs }: { readonly jobs: VideoJobs }): WireFormat => {
  const readJob = (call: IncomingCall, groups: Readonly<Record<string, string | undefined>>): Reading | undefined => {
    const { app = "", id = "", what = "" } = groups;
    const problem = keyProblem(call.header("authorization"));
    if (problem !== undefined) return refused(app, problem);
    if (!jobs.isOf(id, keyOf(call.header("authorization")) ?? ""))
      return fleetingReading(statusAnswer(call, app, id, { state: "unknown" }), app);
    if (call.method === "PUT" && what === "/cancel") return fleetingReading(cancelAnswer(jobs.cancel(id)), app);
    if (call.method !== "GET") return undefined;
    if (what === "/status") return fleetingReading(statusAnswer(call, app, id, jobs.poll(id)), app);
    return what === "" ? fleetingReading(resultAnswer(call, jobs.look(id)), app) : undefined;
  };

  const readSubmit = (call: IncomingCall, model: string, input: Fields): Reading => {
    const { text: prompt, directives } = readDirectives(String(input["prompt"]));
    const frame = frameOf(model, input);
    const job = {
      model,
      prompt,
      durationS: durationOf(model, input),
      aspectRatio: shapeOf(model, input),
      given: textOfGiven(frame === undefined ? [] : [frame]),
      owner: keyOf(call.header("authorization")) ?? "",
    };
    return submitJob(jobs, job, directives, (id) => submitAnswer(call, model, id));
  };

  const readImages = (call: IncomingCall, model: string, input: Fields): Reading => {
    const { text: prompt, directives } = readDirectives(String(input["prompt"]));
    return {
      model,
      stream: false,
      directives,
      answer: (behaviour) => imagesAnswer(call, { model, input, prompt }, behaviour),
    };
  };

  const readPost = (call: IncomingCall): Reading => {
    const queued = call.path.startsWith(QUEUE);
    const model = call.path.slice(queued ? QUEUE.length : 1);
    const input = parseFields(call.body);
    const problem =
      keyProblem(call.header("authorization")) ??
      (isMissing(model)
        ? { status: 404, detail: `Application '${model.split("/")[1] ?? model}' not found` }
        : undefined) ??
      (input === undefined ? mistake("prompt", "field required", "value_error.missing") : inputProblem(model, input));
    if (problem !== undefined || input === undefined)
      return refused(model, problem ?? mistake("prompt", "field required", "value_error.missing"));
    return queued ? readSubmit(call, model, input) : readImages(call, model, input);
  };

  return {
    read(call) {
      if (!call.provider.startsWith("fal")) return undefined;
      const job = JOB.exec(call.path)?.groups;
      if (job !== undefined) return readJob(call, job);
      return call.method === "POST" ? readPost(call) : undefined;
    },
    errorBody: (_provider, facts) => askedBody(facts),
  };
};
