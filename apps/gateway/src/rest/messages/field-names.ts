import { createFieldNames, type FieldNames } from "../field-names";
import type { MessagesBody } from "./body";

const createNames = (reasoning: string): FieldNames =>
  createFieldNames([
    // The messages of the call don't correspond to those of the body, so errors name no index.
    [/^messages.*$/, "messages"],
    [/^response_format(?:\.json_schema)?/, "output_config.format"],
    [/^parallel_tool_calls$/, "tool_choice.disable_parallel_tool_use"],
    [/^stop$/, "stop_sequences"],
    [/^user$/, "metadata.user_id"],
    [/^reasoning_effort$/, reasoning],
    [/^tools\[(\d+)\]\.function\.parameters/, "tools[$1].input_schema"],
  ]);

const NAMES = { thinking: createNames("thinking"), effort: createNames("output_config.effort") } as const;

/**
 * This API's names of a chat completion's fields. The effort is requested by `thinking` or by `output_config`.
 */
export const fieldNamesOf = ({ thinking }: Pick<MessagesBody, "thinking">): FieldNames =>
  thinking ? NAMES.thinking : NAMES.effort;
