import { malformed } from "../answers/answer-failures";
import { toCustomArguments } from "@cenote/core";
import { type Fields, isFields, listOf, textOf } from "../json-fields";
import { isErrorBody, toStreamError } from "../errors/openai-errors";
import type { ChatAnswer, ReasoningDetail, ToolCall } from "../spec";
import { failureOf, toFinishReason } from "./finish";
import { toLogprobs } from "./logprobs";
import { isCall } from "./output-items";
import { joinParagraphs } from "./paragraphs";
import { toReasoningDetail } from "./reasoning-detail";
import { toUsage } from "./usage";

const isOver = (status: unknown): boolean => status === undefined || status === "completed" || status === "incomplete";

/** The parts of one type in a list of content. */
const partsOf = (content: unknown, type: string): Fields[] => listOf(content).filter((part) => part["type"] === type);

const textIn = (content: unknown, type: string, field = "text"): string =>
  partsOf(content, type)
    .map((part) => textOf(part[field]))
    .join("");

/** Models that return their reasoning have it in `content`; others have a summary of it. */
const reasoningIn = ({ summary, content }: Fields): string[] =>
  [...listOf(summary), ...partsOf(content, "reasoning_text")].map(({ text }) => textOf(text));

/** The reasoning details, each with the tool call that follows it, if any. */
const detailsIn = (output: readonly Fields[]): ReasoningDetail[] =>
  output.flatMap((item, index) => {
    if (item["type"] !== "reasoning") return [];
    const next = output.slice(index + 1).find((later) => later["type"] === "message" || isCall(later));
    return toReasoningDetail(item, next !== undefined && isCall(next) ? textOf(next["call_id"]) : undefined) ?? [];
  });

const toToolCall = (item: Fields): ToolCall => ({
  id: textOf(item["call_id"]),
  name: textOf(item["name"]),
  arguments:
    item["type"] === "function_call" ? textOf(item["arguments"]) || "{}" : toCustomArguments(textOf(item["input"])),
});

const outputOf = (body: unknown): { readonly response: Fields; readonly output: readonly Fields[] } => {
  if (isErrorBody(body)) throw toStreamError(JSON.stringify(body));
  if (!isFields(body) || !Array.isArray(body["output"])) throw malformed("The provider's answer holds no output.");
  if (!isOver(body["status"])) throw failureOf(body);
  return { response: body, output: listOf(body["output"]) };
};

/** Reads a `response`. Throws ProviderError: the error it failed with, `malformed` for anything else. */
export const fromAnswer = (body: unknown): ChatAnswer => {
  const { response, output } = outputOf(body);
  const ofType = (type: string): Fields[] => output.filter((item) => item["type"] === type);
  const messages = ofType("message");
  const toolCalls = output.filter(isCall).map(toToolCall);
  const reasoning = joinParagraphs(ofType("reasoning").flatMap(reasoningIn));
  const reasoningDetails = detailsIn(output);
  const refusal = messages.map(({ content }) => textIn(content, "refusal", "refusal")).join("");
  const logprobs = toLogprobs(
    messages.flatMap(({ content }) => partsOf(content, "output_text").flatMap((part) => listOf(part["logprobs"]))),
  );
  const usage = toUsage(response["usage"]);
  return {
    text: joinParagraphs(messages.map(({ content }) => textIn(content, "output_text"))),
    toolCalls,
    finishReason: toFinishReason(response, toolCalls.length > 0),
    ...(reasoning === "" ? {} : { reasoning }),
    ...(reasoningDetails.length === 0 ? {} : { reasoningDetails }),
    ...(refusal === "" ? {} : { refusal }),
    ...(logprobs === undefined ? {} : { logprobs }),
    ...(usage === undefined ? {} : { usage }),
  };
};
