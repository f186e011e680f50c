import type { Clock } from "@cenote/core";
import { readDirectives } from "../behaviour/directives";
import { type Fields, parseFields } from "../json-body";
import { filmOf, fileUrl } from "../media/files";
import type { JobState, VideoJobs } from "../media/jobs";
import { submitJob } from "../media/submit-job";
import { isMissing } from "../missing-model";
import {
  fleetingReading,
  plainAnswer,
  type Answer,
  type ErrorFacts,
  type IncomingCall,
  type Reading,
  type WireFormat,
} from "../wire-format";

/** What a request asks for. */
export interface Asked {
  readonly model: string;
  readonly prompt: string;
  readonly durationS: number;
  readonly aspectRatio: string;
  /** The image that the video begins with, as `textOfGiven` describes it. */
  readonly given?: string;
}

export type ApiCall =
  | { readonly call: "submit"; readonly model: string; readonly group?: string }
  /**
   * `file`: asks for the URL of the result. `group`: the endpoint that the job must have been submitted to, if it is
   * found only there.
   */
  | { readonly call: "poll" | "cancel" | "file"; readonly id: string; readonly group?: string };

/** A provider whose jobs are submitted as JSON and polled by id, with a bearer token. */
export interface JobProvider {
  /** @returns Undefined for a path that is not its own. */
  match(method: string, path: string, call: Pick<IncomingCall, "parameter">): ApiCall | undefined;
  /** The owner of a bearer token, undefined if it is invalid. Without this method, each token is its own owner. */
  ownerOf?(token: string, nowMs: number): string | undefined;
  /** What the request asks for, or an error in the provider's words. */
  readSubmit(body: Fields, model: string, call: IncomingCall): Asked | { readonly refusal: string };
  submitted(id: string, asked: Asked): { readonly status: number; readonly body: object };
  /** @param videoUrl URL of a completed job. */
  polled(
    id: string,
    state: Exclude<JobState, { state: "unknown" | "unreachable" }>,
    videoUrl: string | undefined,
  ): object;
  /** Absent if jobs can't be cancelled. */
  cancelled?(id: string): { readonly status: number; readonly body: object | undefined };
  /** For providers with a separate request for the file's URL. @param videoUrl Undefined for an unknown file. */
  file?(id: string, videoUrl: string | undefined): object;
  error(facts: ErrorFacts): object;
  /** The HTTP status in which the provider sends an error with this status; unchanged if absent. */
  statusOf?(status: number): number;
}

export interface JobFormatOptions {
  readonly jobs: VideoJobs;
  readonly clock: Pick<Clock, "nowMs">;
}

const tokenOf = (call: IncomingCall): string | undefined =>
  /^Bearer\s+(\S+)$/.exec(call.header("authorization") ?? "")?.[1];

const answerOf = (status: number, body: object | undefined): Answer =>
  plainAnswer(status, body === undefined ? "" : JSON.stringify(body));

/** URL of a completed job. */
const madeUrl = (call: IncomingCall, state: JobState): string | undefined =>
  state.state === "over" && state.behaviour.outcome === "completed"
    ? fileUrl(call, state.behaviour.file, filmOf(state.job))
    : undefined;

const NOT_FOUND: ErrorFacts = { status: 404, message: "The job could not be found." };

export const createJobFormat = (provider: JobProvider, { jobs, clock }: JobFormatOptions): WireFormat => {
  const errorAnswer = (facts: ErrorFacts): Answer =>
    answerOf(provider.statusOf?.(facts.status) ?? facts.status, provider.error(facts));
  const refused = (model: string, facts: ErrorFacts): Reading => fleetingReading(errorAnswer(facts), model);

  const ownerOf = (call: IncomingCall): string | undefined => {
    const token = tokenOf(call);
    const owner =
      token === undefined || provider.ownerOf === undefined ? token : provider.ownerOf(token, clock.nowMs());
    return owner?.startsWith("invalid") === true ? undefined : owner;
  };

  const readSubmit = (call: IncomingCall, model: string, owner: string): Reading => {
    if (isMissing(model)) return refused(model, { status: 404, message: "The requested resource could not be found." });
    const asked = provider.readSubmit(parseFields(call.body) ?? {}, model, call);
    if ("refusal" in asked) return refused(model, { status: 422, message: asked.refusal });
    const { text: prompt, directives } = readDirectives(asked.prompt);
    return submitJob(jobs, { ...asked, prompt, owner }, directives, (id) => {
      const { status, body } = provider.submitted(id, asked);
      return answerOf(status, body);
    });
  };

  const pollAnswer = (call: IncomingCall, id: string, state: JobState): Answer => {
    if (state.state === "unknown") return errorAnswer(NOT_FOUND);
    if (state.state === "unreachable") return errorAnswer({ status: 503, message: "The service is unavailable." });
    return answerOf(200, provider.polled(id, state, madeUrl(call, state)));
  };

  const cancelAnswer = (id: string): Answer => {
    const cancelled = jobs.cancel(id) === "unknown" ? undefined : provider.cancelled?.(id);
    return cancelled === undefined ? errorAnswer(NOT_FOUND) : answerOf(cancelled.status, cancelled.body);
  };

  const fileAnswer = (call: IncomingCall, id: string): Answer => {
    const body = provider.file?.(id, madeUrl(call, jobs.look(id)));
    return body === undefined ? errorAnswer(NOT_FOUND) : answerOf(200, body);
  };

  return {
    read(call) {
      const asked = provider.match(call.method, call.path, call);
      if (asked === undefined) return undefined;
      const holder = ownerOf(call);
      if (holder === undefined) return refused("", { status: 401, message: "The API key is missing or not valid." });
      const owner = asked.group === undefined ? holder : `${holder} ${asked.group}`;
      if (asked.call === "submit") return readSubmit(call, asked.model, owner);
      const { id } = asked;
      if (!jobs.isOf(id, owner)) return refused("", NOT_FOUND);
      switch (asked.call) {
        case "poll":
          return fleetingReading(pollAnswer(call, id, jobs.poll(id)));
        case "cancel":
          return fleetingReading(cancelAnswer(id));
        case "file":
          return fleetingReading(fileAnswer(call, id));
      }
    },
    errorBody: (_name, facts) => JSON.stringify(provider.error(facts)),
  };
};

/** Why a finished job has no video, as directed. */
export const failureOf = ({ behaviour: { outcome, message } }: Extract<JobState, { state: "over" }>): string =>
  message ?? (outcome === "filtered" ? "The prompt was flagged by moderation." : "The video could not be generated.");
