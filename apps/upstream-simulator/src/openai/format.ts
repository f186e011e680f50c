import type { Directive } from "../behaviour/behaviour";
import { readDirectives } from "../behaviour/directives";
import { parseFields, type Fields } from "../json-body";
import { isMissing } from "../missing-model";
import { fixedReading, type IncomingCall, type Reading, type WireFormat } from "../wire-format";
import { chatAnswer } from "./chat-answer";
import { chatProblem } from "./check-chat";
import { dialectOf } from "./dialect";
import { embeddingsAnswer, embeddingsProblem, toInputs } from "./embeddings";
import { modelAnswer, modelsAnswer } from "./models";
import { askedProblem, invalidRequest, keyProblem, modelNotFound, problemBody, refused, type Problem } from "./problem";
import { toPrompt } from "./prompt";
import type { ChatRequest, EmbeddingsRequest } from "./wire-types";

type ReadBody = (body: Fields, call: IncomingCall) => Reading;

/** OpenAI's chat completions, embeddings and models, and every compatible provider. */
export const openaiFormat: WireFormat = {
  read(call) {
    const readBody = readerOf(call);
    if (readBody !== undefined)
      return call.method === "POST" ? readCall(call, readBody) : refused(call, methodProblem(call));
    const model = /\/models(?:\/(.+))?$/.exec(call.path);
    if (model === null) return undefined;
    if (call.method !== "GET") return refused(call, methodProblem(call));
    const problem = keyProblem(call);
    if (problem !== undefined) return refused(call, problem);
    const id = model[1] === undefined ? undefined : decodeURIComponent(model[1]);
    return fixedReading(id === undefined ? modelsAnswer(call.provider) : modelAnswer(call.provider, id), id);
  },
  errorBody: (provider, facts) => problemBody(provider, askedProblem(facts)),
};

const readerOf = ({ path }: IncomingCall): ReadBody | undefined => {
  if (path.endsWith("/chat/completions")) return readChat;
  return path.endsWith("/embeddings") ? readEmbeddings : undefined;
};

const readCall = (call: IncomingCall, readBody: ReadBody): Reading => {
  const body = parseFields(call.body);
  if (body === undefined) {
    return refused(
      call,
      keyProblem(call) ??
        invalidRequest(
          "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload.)",
        ),
    );
  }
  const { model } = body;
  const problem =
    keyProblem(call) ??
    (typeof model === "string" && model !== "" ? undefined : invalidRequest("you must provide a model parameter")) ??
    (isMissing(model as string) ? modelNotFound(model as string) : undefined);
  if (problem !== undefined) return refused(call, problem, typeof model === "string" ? model : "");
  return readBody(body, call);
};

const readChat: ReadBody = (body, call) => {
  const problem = chatProblem(body, call.provider);
  if (problem !== undefined) return refused(call, problem, String(body["model"]));
  const request = body as unknown as ChatRequest;
  const dialect = dialectOf(call.provider);
  const { prompt, directives } = toPrompt(request, dialect);
  const { model } = request;
  const stream = request.stream === true;
  const options = {
    provider: call.provider,
    model,
    stream,
    includeUsage: request.stream_options?.include_usage === true,
    logprobs: request.logprobs === true,
    dialect,
    prompt,
  };
  return { model, stream, directives, answer: (behaviour) => chatAnswer({ ...options, behaviour }) };
};

const readEmbeddings: ReadBody = (body, call) => {
  const problem = embeddingsProblem(body);
  if (problem !== undefined) return refused(call, problem, String(body["model"]));
  const request = body as unknown as EmbeddingsRequest;
  const directives: Directive[] = toInputs(request.input).flatMap((input) =>
    typeof input === "string" ? readDirectives(input).directives : [],
  );
  return {
    model: request.model,
    stream: false,
    directives,
    answer: (behaviour) => embeddingsAnswer(request, behaviour),
  };
};

const methodProblem = ({ method, path }: IncomingCall): Problem => ({
  ...invalidRequest(`Not allowed to ${method} on ${path} (HINT: Perhaps you meant to use a different HTTP method?)`),
  status: 405,
});
