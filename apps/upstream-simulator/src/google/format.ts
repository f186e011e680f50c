import type { Directive } from "../behaviour/behaviour";
import { readDirectives } from "../behaviour/directives";
import { parseFields, type Fields } from "../json-body";
import { isMissing } from "../missing-model";
import { fixedReading, plainAnswer, type IncomingCall, type Reading, type WireFormat } from "../wire-format";
import { contentsProblem } from "./check-contents";
import { generateProblem } from "./check-generate";
import { batchAnswer, batchProblem, embedAnswer, embedProblem } from "./embeddings";
import { generateAnswer, type Framing } from "./generate-answer";
import { modelAnswer, modelsAnswer } from "./models";
import {
  askedProblem,
  invalidArgument,
  keyProblem,
  modelNotFound,
  problem,
  problemBody,
  type Problem,
} from "./problem";
import { promptTokens, toPrompt } from "./prompt";
import type { Content, EmbedRequest, GenerateRequest } from "./wire-types";

type ReadBody = (body: Fields, model: string, framing: Framing) => Reading;

const CALL = /\/v1(?:alpha|beta)?\/(?:models|tunedModels)\/(?<model>[^/:]+):(?<method>\w+)$/;
const MODELS = /\/v1(?<stage>alpha|beta)?\/models(?:\/(?<model>[^/:]+))?$/;

const readGenerate: ReadBody = (body, model, framing) => {
  const refusal = generateProblem(body, model);
  if (refusal !== undefined) return refused(refusal, model);
  const request = body as unknown as GenerateRequest;
  const { prompt, directives } = toPrompt(request, model);
  const options = {
    model,
    framing,
    config: request.generationConfig ?? {},
    offersTools: prompt.tools.length > 0,
    prompt,
  };
  return {
    model,
    stream: framing !== "plain",
    directives,
    answer: (behaviour) => generateAnswer({ ...options, behaviour }),
  };
};

/** An embeddings request has its directives in its text. */
const directivesIn = (contents: readonly Content[]): readonly Directive[] =>
  contents.flatMap(({ parts }) => parts.flatMap((part) => readDirectives(part.text ?? "").directives));

const readEmbed: ReadBody = (body, model) => {
  const refusal = embedProblem(body, model);
  if (refusal !== undefined) return refused(refusal, model);
  const request = body as unknown as EmbedRequest;
  return {
    model,
    stream: false,
    directives: directivesIn([request.content]),
    answer: (behaviour) => embedAnswer(request, model, behaviour),
  };
};

const readBatch: ReadBody = (body, model) => {
  const refusal = batchProblem(body["requests"], model);
  if (refusal !== undefined) return refused(refusal, model);
  const requests = body["requests"] as readonly EmbedRequest[];
  return {
    model,
    stream: false,
    directives: directivesIn(requests.map(({ content }) => content)),
    answer: (behaviour) => batchAnswer(requests, model, behaviour),
  };
};

const readCount: ReadBody = (body, model) => {
  const request = (body["generateContentRequest"] ?? body) as GenerateRequest;
  const refusal = contentsProblem(request.contents, model);
  if (refusal !== undefined) return refused(refusal, model);
  const totalTokens = promptTokens(request, -1, "");
  const count = { totalTokens, promptTokensDetails: [{ modality: "TEXT", tokenCount: totalTokens }] };
  return fixedReading(plainAnswer(200, JSON.stringify(count)), model);
};

const METHODS: Readonly<Record<string, ReadBody>> = {
  generateContent: readGenerate,
  streamGenerateContent: readGenerate,
  embedContent: readEmbed,
  batchEmbedContents: readBatch,
  countTokens: readCount,
};

const refused = (refusal: Problem, model = ""): Reading =>
  fixedReading(plainAnswer(refusal.code, problemBody(refusal)), model);

const keyOf = (call: IncomingCall): string | undefined => call.header("x-goog-api-key") ?? call.parameter("key");

const readCall = (call: IncomingCall, model: string, method: string, framing: Framing): Reading => {
  const body = parseFields(call.body);
  const readBody = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  const refusal =
    keyProblem(keyOf(call)) ??
    (call.method === "POST" && readBody !== undefined ? undefined : problem(404, `Method not found: ${method}.`)) ??
    (isMissing(model) ? modelNotFound(model, method) : undefined);
  if (refusal !== undefined || readBody === undefined)
    return refused(refusal ?? problem(404, `Method not found: ${method}.`), model);
  if (body === undefined)
    return refused(
      invalidArgument("Invalid JSON payload received. Unexpected end of string. Expected a value."),
      model,
    );
  return readBody(body, model, framing);
};

const readModels = (call: IncomingCall): Reading | undefined => {
  const match = MODELS.exec(call.path);
  // OpenAI's list has the same path, except for the API version.
  if (match === null || (match.groups?.["stage"] === undefined && call.header("x-goog-api-key") === undefined))
    return undefined;
  const refusal = keyProblem(keyOf(call)) ?? (call.method === "GET" ? undefined : problem(404, "Method not found."));
  if (refusal !== undefined) return refused(refusal);
  const model = match.groups?.["model"];
  return fixedReading(model === undefined ? modelsAnswer() : modelAnswer(decodeURIComponent(model)), model);
};

const framingOf = (call: IncomingCall, method: string): Framing => {
  if (method !== "streamGenerateContent") return "plain";
  return call.parameter("alt") === "sse" ? "events" : "array";
};

/** Google's Gemini API: generateContent, its stream, embeddings, models. */
export const googleFormat: WireFormat = {
  read(call) {
    const { model = "", method = "" } = CALL.exec(call.path)?.groups ?? {};
    return method === ""
      ? readModels(call)
      : readCall(call, decodeURIComponent(model), method, framingOf(call, method));
  },
  errorBody: (_provider, facts) => problemBody(askedProblem(facts)),
};
