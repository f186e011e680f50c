import { malformed } from "../answers/answer-failures";
import type { ChatAnswer, ChatEvent, ReasoningDetail, ToolCall } from "../spec";
import { createAnswerBlocks } from "./answer-blocks";
import { isErrorBody, toStreamError } from "./errors";
import { toFinishReason } from "./finish";
import { toUsage } from "./usage";
import type { WireAnswer } from "./wire-types";

interface Told {
  text: string;
  reasoning: string;
  readonly details: ReasoningDetail[];
  readonly toolCalls: ToolCall[];
}

const tell = (told: Told, event: ChatEvent) => {
  switch (event.type) {
    case "text":
      told.text += event.text;
      break;
    case "reasoning":
      told.reasoning += event.text;
      break;
    case "reasoning_detail":
      told.details.push(event.detail);
      break;
    case "tool_call": {
      const { index, id = "", name = "" } = event;
      const begun = told.toolCalls[index] ?? { id, name, arguments: "" };
      told.toolCalls[index] = { ...begun, arguments: begun.arguments + event.arguments };
      break;
    }
    case "refusal":
    case "logprobs":
    case "finish":
    case "usage":
  }
};

/**
 * Reads a whole message, as the stream it could have been. Throws ProviderError: an error that came with status 200,
 * `malformed` for anything else.
 */
export const fromAnswer = (body: unknown): ChatAnswer => {
  if (isErrorBody(body)) throw toStreamError(JSON.stringify(body));
  const answer: WireAnswer | null = typeof body === "object" ? body : null;
  if (answer === null || !Array.isArray(answer.content)) throw malformed("The provider's answer holds no message.");
  const blocks = createAnswerBlocks();
  const told: Told = { text: "", reasoning: "", details: [], toolCalls: [] };
  for (const [index, block] of (answer.content as NonNullable<WireAnswer["content"]>).entries()) {
    for (const event of [...blocks.start(index, block ?? {}), ...blocks.stop(index)]) tell(told, event);
  }
  for (const event of blocks.close()) tell(told, event);
  const explanation = answer.stop_details?.explanation;
  const usage = toUsage(answer.usage ?? {});
  return {
    text: told.text,
    toolCalls: told.toolCalls,
    finishReason: toFinishReason(answer.stop_reason, blocks.hasCalledTools()),
    ...(told.reasoning === "" ? {} : { reasoning: told.reasoning }),
    ...(told.details.length === 0 ? {} : { reasoningDetails: told.details }),
    ...(answer.stop_reason === "refusal" && typeof explanation === "string" && explanation !== ""
      ? { refusal: explanation }
      : {}),
    ...(usage === undefined ? {} : { usage }),
  };
};
