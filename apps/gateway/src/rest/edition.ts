import type { CallInfo } from "@cenote/contracts";

/**
 * Whether an answer has what came with the first edition: what OpenRouter's clients require or read. Answers that were
 * stored before are replayed byte by byte, as they were first given.
 */
export const isForOpenRouter = (info: CallInfo | undefined): boolean => (info?.edition ?? 0) >= 1;
