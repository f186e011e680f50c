import { readDirectives } from "../behaviour/directives";
import { SettingError } from "../behaviour/settings";
import { fileUrl } from "../media/files";
import type { JobState, VideoJob, VideoJobs } from "../media/jobs";
import { seedOf } from "../pseudo-model/random";
import { plainAnswer, type Answer, type ErrorFacts, type IncomingCall, type Reading, type WireFormat } from "../wire-format";

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {});

/** What a request asks to be made. */
export interface Asked {
  readonly model: string;
  readonly prompt: string;
  readonly durationS: number;
  readonly aspectRatio: string;
}

export type ApiCall =
  | { readonly call: "submit"; readonly model: string }
  | { readonly call: "poll" | "cancel"; readonly id: string };

/** A provider whose jobs are submitted as JSON and asked for by their id, with a bearer token. */
export interface JobProvider {
  readonly name: string;
  /** @returns Undefined where the path is none of its own. */
  match(method: string, path: string): ApiCall | undefined;
  /** What is wrong with a request, in the provider's words, or what it asks for. */
  readSubmit(body: Fields, model: string, call: IncomingCall): Asked | { readonly refusal: string };
  submitted(id: string, asked: Asked): { readonly status: number; readonly body: object };
  /** @param videoUrl Of a job that is over and completed. */
  polled(id: string, state: Exclude<JobState, { state: "unknown" | "unreachable" }>, videoUrl: string | undefined): object;
  cancelled(id: string): { readonly status: number; readonly body: object | undefined };
  error(facts: ErrorFacts): object;
}

const keyOf = (call: IncomingCall): string | undefined => /^Bearer\s+(\S+)$/.exec(call.header("authorization") ?? "")?.[1];

const answerOf = (status: number, body: object | undefined): Answer => plainAnswer(status, body === undefined ? "" : JSON.stringify(body));

const filmOf = ({ model, prompt, aspectRatio, durationS }: VideoJob) => ({ type: "mp4" as const, aspectRatio, durationS, seed: seedOf(`${model} ${prompt}`) });

const parse = (text: string): Fields => {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
};

export const createJobFormat = (provider: JobProvider, jobs: VideoJobs): WireFormat => {
  const reading = (model: string, answer: Answer): Reading => ({ model, stream: false, fleeting: true, directives: [], answer: () => answer });
  const refused = (model: string, facts: ErrorFacts): Reading => reading(model, answerOf(facts.status, provider.error(facts)));

  const readSubmit = (call: IncomingCall, model: string, owner: string): Reading => {
    if (/(^|\/)missing-/.test(model)) return refused(model, { status: 404, message: "The requested resource could not be found." });
    const asked = provider.readSubmit(parse(call.body), model, call);
    if ("refusal" in asked) return refused(model, { status: 422, message: asked.refusal });
    try {
      const { text: prompt, directives } = readDirectives(asked.prompt);
      const id = jobs.create({ ...asked, prompt, owner });
      return {
        model: asked.model, stream: false, fleeting: true, directives,
        answer(behaviour) {
          jobs.direct(id, behaviour);
          const { status, body } = provider.submitted(id, asked);
          return answerOf(status, body);
        },
      };
    } catch (error) {
      if (error instanceof SettingError) return refused(model, { status: 422, message: error.message });
      throw error;
    }
  };

  const pollAnswer = (call: IncomingCall, id: string, state: JobState): Answer => {
    if (state.state === "unknown") return answerOf(404, provider.error({ status: 404, message: "The job could not be found." }));
    if (state.state === "unreachable") return answerOf(503, provider.error({ status: 503, message: "The service is unavailable." }));
    const isMade = state.state === "over" && state.behaviour.outcome === "completed";
    return answerOf(200, provider.polled(id, state, isMade ? fileUrl(call, state.behaviour.file, filmOf(state.job)) : undefined));
  };

  const readCancel = (id: string): Reading => {
    const { status, body } = jobs.cancel(id) === "unknown" ? { status: 404, body: provider.error({ status: 404, message: "The job could not be found." }) } : provider.cancelled(id);
    return reading("", answerOf(status, body));
  };

  return {
    name: provider.name,
    read(call) {
      const asked = provider.match(call.method, call.path);
      if (asked === undefined) return undefined;
      const key = keyOf(call);
      if (key === undefined || key.startsWith("invalid")) return refused("", { status: 401, message: "The API key is missing or not valid." });
      if (asked.call === "submit") return readSubmit(call, asked.model, key);
      if (!jobs.isOf(asked.id, key)) return reading("", pollAnswer(call, asked.id, { state: "unknown" }));
      return asked.call === "poll" ? reading("", pollAnswer(call, asked.id, jobs.poll(asked.id))) : readCancel(asked.id);
    },
    errorBody: (_name, facts) => JSON.stringify(provider.error(facts)),
    errorEvent: (_name, facts) => `data: ${JSON.stringify(provider.error(facts))}\n\n`,
  };
};

/** Why a job that is over has no video, as the directives say. */
export const failureOf = ({ behaviour: { outcome, message } }: Extract<JobState, { state: "over" }>): string =>
  message ?? (outcome === "filtered" ? "The prompt was flagged by moderation." : "The video could not be generated.");
