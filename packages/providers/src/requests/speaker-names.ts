import type { ChatCall, ChatRole } from "../spec";

/**
 * Whether messages name their speaker. Names on tool results do not count: those are identified by their call.
 * @param takesName Whether a message of this role may go with its name, which then does not count either.
 */
export const namesSpeakers = ({ messages }: ChatCall, takesName: (role: ChatRole) => boolean = () => false): boolean =>
  messages.some(({ role, name }) => role !== "tool" && name !== undefined && name !== "" && !takesName(role));
