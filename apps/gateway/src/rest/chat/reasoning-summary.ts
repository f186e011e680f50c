import type { CallInfo, ChatMessage, ReasoningDetail } from "@cenote/contracts";
import { oneLineJson } from "../../server/answers/one-line-json";
import { hasSummaries } from "../edition";

/**
 * OpenRouter's AI SDK provider reads reasoning from its details alone, so words that no detail has stand among them, too.
 * Other clients read `reasoning_content`, and need nothing of this.
 */
const summaryJson = (words: string): string => `{"type":"reasoning.summary","summary":${oneLineJson(words)}}`;

/** The words of a whole answer as one detail; empty for none, or where its details have them. Pure. */
export const summaryOf = (
  { reasoning, reasoningDetails }: Pick<ChatMessage, "reasoning" | "reasoningDetails">,
  info: CallInfo | undefined,
): string =>
  reasoning !== "" && hasSummaries(info) && reasoningDetails.every(({ text }) => text === "")
    ? summaryJson(reasoning)
    : "";

/**
 * Gathers the words of an answer until it is known whether they will be signed. OpenAI's package for Node keeps the last
 * delta of `reasoning_details` alone: a piece that has to be sent back must not be followed by words that need not.
 */
export interface ReasoningWords {
  said(words: string): void;
  /** @returns The words before this detail, as one, where it has none itself; else empty. They go in one delta with it. */
  before(detail: ReasoningDetail): string;
  /** @returns The words that nothing has signed, once, as one detail; empty for none, and after any other detail. */
  take(): string;
}

export const createReasoningWords = (): ReasoningWords => {
  let gathered = "";
  let hasDetails = false;
  const taken = (): string => {
    const summary = gathered === "" ? "" : summaryJson(gathered);
    gathered = "";
    return summary;
  };
  return {
    said(words) {
      gathered += words;
    },
    before({ text }) {
      hasDetails = true;
      const summary = taken();
      return text === "" ? summary : "";
    },
    take() {
      const summary = taken();
      return hasDetails ? "" : summary;
    },
  };
};
