import { createFieldNames, type FieldNames } from "../field-names";
import type { ChatBody } from "../../bodies/chat/body";

const AS_CALLED = createFieldNames([]);
const AS_COMPLETION_TOKENS = createFieldNames([[/^max_tokens$/, "max_completion_tokens"]]);

/** The maximum has two names in this API, and an error names the one that was sent. */
export const fieldNamesOf = ({ max_completion_tokens: most }: Pick<ChatBody, "max_completion_tokens">): FieldNames =>
  most === undefined || most === null ? AS_CALLED : AS_COMPLETION_TOKENS;
