import { type ChatAnswer, type ChatEvent, ProviderError, type ReasoningDetail, type ToolCall } from "../spec";
import { createAnswerReader } from "./from-stream";

type Folded = { -readonly [Field in keyof ChatAnswer]?: ChatAnswer[Field] };

interface OpenCall {
  id: string;
  name: string;
  arguments: string;
}

const fold = (events: readonly ChatEvent[]): Folded & { text: string; toolCalls: readonly ToolCall[] } => {
  const folded: Folded = {};
  const toolCalls: OpenCall[] = [];
  const details: ReasoningDetail[] = [];
  let text = "";
  let reasoning = "";
  for (const event of events) {
    switch (event.type) {
      case "text":
        text += event.text;
        break;
      case "reasoning":
        reasoning += event.text;
        break;
      case "reasoning_detail":
        details.push(event.detail);
        break;
      case "tool_call": {
        const call = (toolCalls[event.index] ??= { id: "", name: "", arguments: "" });
        call.id += event.id ?? "";
        call.name += event.name ?? "";
        call.arguments += event.arguments;
        break;
      }
      case "logprobs":
        folded.logprobs = event.logprobs;
        break;
      case "finish":
        folded.finishReason = event.reason;
        break;
      case "usage":
        folded.usage = event.usage;
        break;
      case "refusal":
        break;
    }
  }
  if (reasoning !== "") folded.reasoning = reasoning;
  if (details.length > 0) folded.reasoningDetails = details;
  return { ...folded, text, toolCalls };
};

/**
 * Reads a `GenerateContentResponse`, or a list of them, which is a stream in its other form. Throws ProviderError: an error
 * that came with status 200, `content_policy` for a blocked prompt, `malformed` for anything else.
 */
export const fromAnswer = (body: unknown): ChatAnswer => {
  const reader = createAnswerReader();
  const chunks: readonly unknown[] = Array.isArray(body) ? body : [body];
  const { finishReason, ...folded } = fold(chunks.flatMap((chunk) => reader.read(chunk, () => JSON.stringify(chunk))));
  if (finishReason !== undefined) return { ...folded, finishReason };
  if (folded.text !== "" || folded.toolCalls.length > 0) throw new ProviderError({ kind: "cut", message: "The provider ended its answer without a finish reason." });
  throw new ProviderError({ kind: "malformed", message: "The provider's answer holds no message." });
};
