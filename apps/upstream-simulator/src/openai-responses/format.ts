import { SettingError } from "../behaviour/settings";
import { parseFields } from "../json-body";
import { isMissing } from "../openai/models";
import { askedProblem, invalidRequest, keyProblem, modelNotFound, problemBody, refused } from "../openai/problem";
import type { IncomingCall, Reading, WireFormat } from "../wire-format";
import { requestProblem } from "./check-request";
import { createEventWriter } from "./event-writer";
import { missingProblem } from "./field-problems";
import { toPrompt } from "./prompt";
import { errorEvent, responseAnswer } from "./response-answer";
import type { ResponsesRequest } from "./wire-types";

/** OpenAI's Responses API. Nothing is stored: every call contains the whole conversation. */
export const openaiResponses: WireFormat = {
  name: "openai responses",
  read(call) {
    if (!call.path.endsWith("/responses")) return undefined;
    if (call.method !== "POST")
      return refused(call, {
        ...invalidRequest(
          `Not allowed to ${call.method} on ${call.path} (HINT: Perhaps you meant to use a different HTTP method?)`,
        ),
        status: 405,
      });
    const body = parseFields(call.body);
    const model = typeof body?.["model"] === "string" ? body["model"] : "";
    const problem =
      keyProblem(call) ??
      (body === undefined
        ? invalidRequest(
            "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload.)",
          )
        : undefined) ??
      (model === "" ? missingProblem("model") : undefined) ??
      (isMissing(model)
        ? {
            ...modelNotFound(model),
            status: 400,
            message: `The requested model '${model}' does not exist.`,
            param: "model",
          }
        : undefined) ??
      (body === undefined ? undefined : requestProblem(body, call.provider));
    if (problem !== undefined) return refused(call, problem, model);
    try {
      return readRequest(body as unknown as ResponsesRequest, call);
    } catch (error) {
      if (error instanceof SettingError) return refused(call, invalidRequest(error.message), model);
      throw error;
    }
  },
  errorBody: (provider, facts) => problemBody(provider, askedProblem(facts)),
  errorEvent: (_provider, facts) => errorEvent(askedProblem(facts), createEventWriter({ obfuscates: false })),
};

const readRequest = (request: ResponsesRequest, { provider }: IncomingCall): Reading => {
  const { prompt, directives } = toPrompt(request);
  return {
    model: request.model,
    stream: request.stream === true,
    directives,
    answer: (behaviour) => responseAnswer({ provider, request, prompt, behaviour }),
  };
};
