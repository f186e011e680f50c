import { type Fields, fieldsOf, textOf } from "../json-fields";
import { isErrorBody, toStreamError } from "../errors/openai-errors";
import type { ChatEvent, ChatStreamReader } from "../spec";
import { parseEvent } from "../wire/parse-event";
import { failureOf, toFinishReason } from "./finish";
import { toLogprobs } from "./logprobs";
import { createOutputItems } from "./output-items";
import { createParagraphs } from "./paragraphs";
import { toUsage } from "./usage";

const LAST_WORD = "[DONE]";
const NOTHING: readonly ChatEvent[] = [];

const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

/** Reads the events of a streamed response. Unknown types of events and items are ignored. */
export const createStreamReader = (): ChatStreamReader => {
  const items = createOutputItems();
  const inText = createParagraphs();
  const inReasoning = createParagraphs();

  const readText = ({ delta, output_index, logprobs }: Fields): readonly ChatEvent[] => {
    const text = textOf(delta);
    const told = toLogprobs(logprobs);
    return [
      ...(text === "" ? [] : [{ type: "text" as const, text: inText(String(output_index), text) }]),
      ...(told === undefined ? [] : [{ type: "logprobs" as const, logprobs: told }]),
    ];
  };

  const readReasoning = ({ type, delta, output_index, summary_index, content_index }: Fields): readonly ChatEvent[] => {
    const text = textOf(delta);
    return text === ""
      ? NOTHING
      : [
          {
            type: "reasoning",
            text: inReasoning(
              `${String(type)} ${String(output_index)} ${String(summary_index ?? content_index)}`,
              text,
            ),
          },
        ];
  };

  const readRefusal = (text: string): readonly ChatEvent[] => (text === "" ? NOTHING : [{ type: "refusal", text }]);

  const finish = (response: Fields): readonly ChatEvent[] => {
    const last = items.close();
    const usage = toUsage(response["usage"]);
    reader.complete = true;
    reader.ended = true;
    return [
      ...last,
      { type: "finish", reason: toFinishReason(response, items.hasCalledTools()) },
      ...(usage === undefined ? [] : [{ type: "usage" as const, usage }]),
    ];
  };

  const readEvent = (event: Fields, data: string): readonly ChatEvent[] => {
    const at = numberOf(event["output_index"]);
    switch (event["type"]) {
      case "response.output_item.added":
        return items.begin(at, fieldsOf(event["item"]));
      case "response.output_item.done":
        return items.end(at, fieldsOf(event["item"]));
      case "response.output_text.delta":
        return readText(event);
      case "response.refusal.delta":
        return readRefusal(textOf(event["delta"]));
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        return readReasoning(event);
      case "response.function_call_arguments.delta":
      case "response.custom_tool_call_input.delta":
        return items.add(at, textOf(event["delta"]));
      case "response.function_call_arguments.done":
        return items.complete(at, textOf(event["arguments"]));
      case "response.custom_tool_call_input.done":
        return items.complete(at, textOf(event["input"]));
      case "response.completed":
        return finish(fieldsOf(event["response"]));
      case "response.incomplete":
        return finish({ ...fieldsOf(event["response"]), status: "incomplete" });
      case "response.failed":
        throw failureOf({ status: "failed", ...fieldsOf(event["response"]) });
      default:
        if (isErrorBody(event)) throw toStreamError(data);
        return NOTHING;
    }
  };

  const reader = {
    complete: false,
    ended: false,
    read(data: string, name: string): readonly ChatEvent[] {
      // OpenAI does not send it, but some providers with its protocol do.
      if (data === "" || data.startsWith(LAST_WORD)) return NOTHING;
      if (name === "error") throw toStreamError(data);
      return readEvent(parseEvent(data) as Fields, data);
    },
  };
  return reader;
};
