import type { ChatCall } from "../spec";

/** Whether the answer must be JSON, with or without a schema. */
export const wantsJson = ({ responseFormat }: Pick<ChatCall, "responseFormat">): boolean =>
  responseFormat !== undefined && responseFormat.type !== "text";
