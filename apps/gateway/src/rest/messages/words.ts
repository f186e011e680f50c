import { createFieldWords, type FieldWords } from "../field-words";
import type { MessagesBody } from "./body";

const createWords = (reasoning: string): FieldWords =>
  createFieldWords([
    // The messages of the call don't correspond to those of the body, so errors name no index.
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
 * This API's names of a chat completion's fields. The effort is requested by `thinking` or by `output_config`.
 */
export const wordsOf = ({ thinking }: Pick<MessagesBody, "thinking">): FieldWords =>
  thinking ? WORDS.thinking : WORDS.effort;
