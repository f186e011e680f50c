import type { CallInfo } from "@cenote/contracts";

/**
 * The edition is the version of the answer format. A stored answer is replayed byte for byte, in the edition in which
 * it was first sent.
 */
const isFrom = (edition: number, info: CallInfo | undefined): boolean => (info?.edition ?? 0) >= edition;

/** Edition 1 added what OpenRouter's clients require or read. */
export const isForOpenRouter = (info: CallInfo | undefined): boolean => isFrom(1, info);

/** Edition 2 added unsigned reasoning to the reasoning details. */
export const hasSummaries = (info: CallInfo | undefined): boolean => isFrom(2, info);

/** Edition 3 added the index of each reasoning detail in a stream. */
export const numbersDetails = (info: CallInfo | undefined): boolean => isFrom(3, info);

/** Edition 4 gave the numbers of embeddings the digits of their providers. */
export const hasProviderDigits = (info: CallInfo | undefined): boolean => isFrom(4, info);

/** From edition 2 on, thinking is sent without its text if the caller asks for that. */
export const mayOmitWords = (info: CallInfo | undefined): boolean => isFrom(2, info);
