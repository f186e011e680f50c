import type { CallInfo } from "@cenote/contracts";

/** Answers that were stored before an edition are replayed byte by byte, as they were first given. */
const isFrom = (edition: number, info: CallInfo | undefined): boolean => (info?.edition ?? 0) >= edition;

/** Whether an answer has what came with the first edition: what OpenRouter's clients require or read. */
export const isForOpenRouter = (info: CallInfo | undefined): boolean => isFrom(1, info);

/** Whether it has what came with the second: reasoning that nobody signs among the details of reasoning. */
export const hasSummaries = (info: CallInfo | undefined): boolean => isFrom(2, info);

/** Whether it has what came with the third: in a stream, the place of each detail of reasoning among them. */
export const numbersDetails = (info: CallInfo | undefined): boolean => isFrom(3, info);

/** Whether it has what came with the fourth: numbers of embeddings in the digits of their providers. */
export const hasProviderDigits = (info: CallInfo | undefined): boolean => isFrom(4, info);

/** Whether its thinking may be told without the words, where the caller asks for that: from the second edition on. */
export const mayOmitWords = (info: CallInfo | undefined): boolean => isFrom(2, info);
