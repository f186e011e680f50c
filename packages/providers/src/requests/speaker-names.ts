import type { ChatCall } from "../spec";

/** Whether messages name their speaker. Names on tool results do not count: those are identified by their call. */
export const namesSpeakers = ({ messages }: ChatCall): boolean =>
  messages.some(({ role, name }) => role !== "tool" && name !== undefined && name !== "");
