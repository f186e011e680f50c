import { parseFields } from "../json-body";
import { isMissing } from "../missing-model";
import { missingProblem } from "../openai/field-problems";
import { openaiFormat } from "../openai/format";
import { invalidRequest, keyProblem, modelNotFound, refused } from "../openai/problem";
import type { WireFormat } from "../wire-format";
import { requestProblem } from "./check-request";
import { toPrompt } from "./prompt";
import { responseAnswer } from "./response-answer";
import type { ResponsesRequest } from "./wire-types";

/** OpenAI's Responses API. Nothing is stored: every call contains the whole conversation. */
export const openaiResponses: WireFormat = {
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
    const request = body as unknown as ResponsesRequest;
    const { prompt, directives } = toPrompt(request);
    return {
      model,
      stream: request.stream === true,
      directives,
      answer: (behaviour) => responseAnswer({ provider: call.provider, request, prompt, behaviour }),
    };
  },
  errorBody: openaiFormat.errorBody,
};
