import { createFieldNames, type FieldNames } from "../field-names";
import type { MessagesBody } from "./body";

const createNames = (reasoning: string, format: string): FieldNames =>
  createFieldNames([
    // The messages of the call don't correspond to those of the body, so errors name no index.
    [/^messages.*$/, "messages"],
    [/^response_format(?:\.json_schema)?/, format],
    [/^parallel_tool_calls$/, "tool_choice.disable_parallel_tool_use"],
    [/^stop$/, "stop_sequences"],
    [/^user$/, "metadata.user_id"],
    [/^reasoning_effort$/, reasoning],
    [/^tools\[(\d+)\]\.function\.parameters/, "tools[$1].input_schema"],
  ]);

const namesBy = (format: string) => ({
  thinking: createNames("thinking", format),
  effort: createNames("output_config.effort", format),
});

const NAMES = { current: namesBy("output_config.format"), former: namesBy("output_format") } as const;

/**
 * Translates names of chat completion fields to this API's. The effort may come from `thinking` or from
 * `output_config`; the format from `output_config` or its former name.
 */
export const fieldNamesOf = ({
  thinking,
  output_format: formerFormat,
}: Pick<MessagesBody, "thinking" | "output_format">): FieldNames =>
  NAMES[formerFormat ? "former" : "current"][thinking ? "thinking" : "effort"];
