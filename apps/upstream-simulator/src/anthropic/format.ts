import { isFields, parseFields, type Fields } from "../json-body";
import { isMissing } from "../missing-model";
import { fixedReading, plainAnswer, type IncomingCall, type Reading, type WireFormat } from "../wire-format";
import { requestProblem } from "./check-request";
import { messageAnswer } from "./message-answer";
import { capabilitiesOf, modelAnswer, modelsAnswer } from "./models";
import { askedProblem, invalidRequest, keyProblem, modelNotFound, problemBody, type Problem } from "./problem";
import { toPrompt } from "./prompt";
import { prefixOf } from "./thinking-signature";
import type { MessagesRequest } from "./wire-types";

type ReadBody = (request: MessagesRequest) => Reading;

/** Anthropic's Messages, token counting and models. */
export const anthropicFormat: WireFormat = {
  read(call) {
    if (call.path.endsWith("/messages")) return readCall(call, readMessages, false);
    if (call.path.endsWith("/messages/count_tokens")) return readCall(call, readCount, true);
    // Other providers have a model list too, requested without a version header.
    const model = call.header("anthropic-version") === undefined ? null : /\/models(?:\/(.+))?$/.exec(call.path);
    if (model === null) return undefined;
    const problem = keyProblem(call);
    if (problem !== undefined) return refused(problem);
    const id = model[1] === undefined ? undefined : decodeURIComponent(model[1]);
    return fixedReading(id === undefined ? modelsAnswer() : modelAnswer(id), id);
  },
  errorBody: (_provider, facts) => problemBody(askedProblem(facts)),
};

const readCall = (call: IncomingCall, readBody: ReadBody, counting: boolean): Reading => {
  if (call.method !== "POST")
    return refused({ status: 405, type: "invalid_request_error", message: "Method Not Allowed" });
  const body = parseFields(call.body);
  const model = typeof body?.["model"] === "string" ? body["model"] : "";
  const problem =
    keyProblem(call) ?? bodyProblem(body, model, counting) ?? betaProblem(body, call.header("anthropic-beta"));
  if (problem !== undefined) return refused(problem, model);
  return readBody(body as unknown as MessagesRequest);
};

const bodyProblem = (body: Fields | undefined, model: string, counting: boolean): Problem | undefined => {
  if (body === undefined)
    return invalidRequest("The request body is not valid JSON: expected value at line 1 column 1");
  if (model === "") return invalidRequest("model: Field required");
  return isMissing(model) ? modelNotFound(model) : requestProblem(body, counting);
};

/** A beta field is unknown without its header. */
const betaProblem = (body: Fields | undefined, betas = ""): Problem | undefined =>
  isFields(body?.["thinking"]) &&
  body["thinking"]["block_binding"] !== undefined &&
  !betas.split(",").includes("thinking-binding-controls-2026-08-01")
    ? invalidRequest("thinking.adaptive.block_binding: Extra inputs are not permitted")
    : undefined;

const readMessages: ReadBody = (request) => {
  const { directives, ...prompt } = toPrompt(request);
  const { model, thinking } = request;
  const stream = request.stream === true;
  const display = thinking?.display ?? undefined;
  const capabilities = capabilitiesOf(model);
  const showsThinking = display === undefined ? capabilities.showsThinking : display === "summarized";
  const prefix = capabilities.bindsThinking ? prefixOf(request, request.messages.length) : "";
  return {
    model,
    stream,
    directives,
    answer: (behaviour) => messageAnswer({ ...prompt, model, stream, showsThinking, prefix, behaviour }),
  };
};

const readCount: ReadBody = (request) => {
  const { directives, prompt } = toPrompt(request);
  return {
    model: request.model,
    stream: false,
    directives,
    answer: () => plainAnswer(200, JSON.stringify({ input_tokens: prompt.promptTokens })),
  };
};

const refused = (problem: Problem, model = ""): Reading =>
  fixedReading(plainAnswer(problem.status, problemBody(problem)), model);
