import { createFieldWords, type FieldWords } from "../field-words";
import type { MessagesBody } from "./body";

const createWords = (reasoning: string): FieldWords =>
  createFieldWords([
    // Messages of the call are cut differently from those of the body, so none is named by its place.
    [/^messages.*$/, "messages"],
    [/^response_format(?:\.json_schema)?/, "output_config.format"],
    [/^parallel_tool_calls$/, "tool_choice.disable_parallel_tool_use"],
    [/^stop$/, "stop_sequences"],
    [/^user$/, "metadata.user_id"],
    [/^reasoning_effort$/, reasoning],
    [/^tools\[(\d+)\]\.function\.parameters/, "tools[$1].input_schema"],
  ]);

const WORDS = { thinking: createWords("thinking"), effort: createWords("output_config.effort") } as const;

/**
 * What the fields of a chat completion are called in this API. How deep a model reasons is asked for by either of two.
 */
export const wordsOf = ({ thinking }: Pick<MessagesBody, "thinking">): FieldWords =>
  thinking ? WORDS.thinking : WORDS.effort;
