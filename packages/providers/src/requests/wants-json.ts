import type { ChatCall } from "../spec";

/** Whether the answer must be JSON, by a schema or without one. */
export const wantsJson = ({ responseFormat }: Pick<ChatCall, "responseFormat">): boolean =>
  responseFormat !== undefined && responseFormat.type !== "text";
