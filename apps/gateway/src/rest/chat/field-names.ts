import type { ChatBody } from "../../bodies/chat/body";
import { wantedEffort } from "../../bodies/chat/wanted-effort";
import { createFieldNames, type FieldNames, SAME_NAMES } from "../field-names";

/** Some settings have several names in this API. An error names the one that was sent. */
export const fieldNamesOf = (body: ChatBody): FieldNames => {
  const { max_completion_tokens: most } = body;
  const { field } = wantedEffort(body);
  const isNewMaximum = most !== undefined && most !== null;
  if (!isNewMaximum && field === "reasoning_effort") return SAME_NAMES;
  return createFieldNames([
    ...(isNewMaximum ? [[/^max_tokens$/, "max_completion_tokens"] as const] : []),
    [/^reasoning_effort$/, field],
  ]);
};
