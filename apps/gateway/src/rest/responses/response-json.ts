import type { CallInfo, ChatUsage } from "@cenote/contracts";
import type { CenoteError } from "@cenote/core";
import { chatCostMembers } from "../cost-json";
import { isForOpenRouter } from "../edition";
import { oneLineJson } from "../../server/answers/one-line-json";
import type { ResponsesBody } from "./body";
import type { Tool } from "./body-tools";

/** The state of an answer. */
export interface Outcome {
  readonly status: "in_progress" | "completed" | "incomplete" | "failed";
  readonly incompleteReason?: "max_output_tokens" | "content_filter";
  readonly error?: CenoteError;
  readonly usage?: ChatUsage;
}

/** @returns The response as JSON text, on one line. @param itemsJson Its output items, joined by commas. */
export type ResponseWriter = (outcome: Outcome, itemsJson: string) => string;

export interface ResponseFacts {
  /** Id of the charged call. */
  readonly requestId: string;
  readonly created: bigint;
  readonly model: string;
  readonly info: CallInfo | undefined;
}

/** Clients recognize responses by this prefix. The digits are those of the request id. */
const responseIdOf = (requestId: string): string => `resp_${requestId.slice("req_".length)}`;

const usageJson = (usage: ChatUsage, info: CallInfo | undefined): string =>
  `{"input_tokens":${usage.promptTokens},"input_tokens_details":{"cached_tokens":${usage.cachedTokens},"cache_write_tokens":${usage.cacheWriteTokens}}` +
  `,"output_tokens":${usage.completionTokens},"output_tokens_details":{"reasoning_tokens":${usage.reasoningTokens}}` +
  `,"total_tokens":${usage.totalTokens},${chatCostMembers(usage, info)}}`;

const formatOf = (text: ResponsesBody["text"]): object => {
  const format = text?.format ?? { type: "text" };
  if (format.type !== "json_schema") return { type: format.type };
  const { type, name, description, schema, strict } = format;
  return { type, name, description, schema, strict };
};

const toolChoiceOf = (choice: ResponsesBody["tool_choice"]): unknown => {
  if (typeof choice !== "object" || choice === null) return choice ?? "auto";
  if (choice.type !== "allowed_tools") return { type: choice.type, name: choice.name };
  return { type: choice.type, mode: choice.mode, tools: choice.tools.map(({ type, name }) => ({ type, name })) };
};

/** The tools without the ignored web search. */
const toolsOf = (tools: readonly Tool[]): object[] =>
  tools.flatMap((tool): object[] => {
    switch (tool.type) {
      case "function": {
        const { type, name, description, parameters, strict } = tool;
        return [
          { type, name, description: description ?? null, parameters: parameters ?? null, strict: strict ?? null },
        ];
      }
      case "custom": {
        const { type, name, description, format } = tool;
        return [{ type, name, description: description ?? null, format: format ?? { type: "text" } }];
      }
      case "namespace": {
        const { type, name, description, tools: inner } = tool;
        return [{ type, name, description: description ?? null, tools: toolsOf(inner) }];
      }
      case "web_search":
        return [];
    }
  });

/**
 * The settings of the request, which OpenAI's clients require in a response. Each member is bounded in size or part of
 * the prompt, because a stream repeats them three times.
 */
const settingsJson = (body: ResponsesBody): string => {
  const { tools, text, reasoning } = body;
  return oneLineJson({
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    metadata: body.metadata ?? {},
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: null,
    reasoning: { effort: reasoning?.effort ?? null, summary: null },
    store: false,
    temperature: body.temperature ?? null,
    // Only if requested: answers that were stored before this member existed are replayed byte for byte.
    text: { format: formatOf(text), verbosity: text?.verbosity ?? undefined },
    tool_choice: toolChoiceOf(body.tool_choice),
    tools: toolsOf(tools ?? []),
    top_logprobs: body.top_logprobs ?? 0,
    top_p: body.top_p ?? null,
    truncation: "disabled",
    user: body.user ?? null,
  }).slice(1, -1);
};

/** Members that OpenRouter's clients require. The time of completion is not stored; penalties are not supported. */
const OPENROUTER_MEMBERS = `,"completed_at":null,"frequency_penalty":0,"presence_penalty":0`;

/** A code of OpenAI's list, because its typed clients refuse others. The gateway's own code is in the `error` event. */
const errorMember = (error: CenoteError | undefined): string =>
  error === undefined
    ? "null"
    : oneLineJson({ code: error.code === "rate_limit_exceeded" ? error.code : "server_error", message: error.message });

export const createResponseWriter = (
  body: ResponsesBody,
  { requestId, created, model, info }: ResponseFacts,
): ResponseWriter => {
  const head = `{"id":"${responseIdOf(requestId)}","object":"response","created_at":${created},"model":${oneLineJson(model)},`;
  const settings = settingsJson(body) + (isForOpenRouter(info) ? OPENROUTER_MEMBERS : "");
  return ({ status, incompleteReason, error, usage }, itemsJson) =>
    `${head}"status":"${status}","error":${errorMember(error)},"incomplete_details":${incompleteReason === undefined ? "null" : `{"reason":"${incompleteReason}"}`}` +
    `,"output":[${itemsJson}],"usage":${usage === undefined ? "null" : usageJson(usage, info)},${settings}}`;
};
