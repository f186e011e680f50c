import type { CallInfo, ChatMessage, ReasoningDetail } from "@cenote/contracts";
import { oneLineJson } from "../../server/answers/one-line-json";
import { hasSummaries } from "../edition";

/**
 * OpenRouter's AI SDK provider reads reasoning only from its details. So reasoning text that is in no detail is added
 * as one more detail. Other clients read `reasoning_content` and don't need it.
 */
const summaryJson = (words: string): string => `{"type":"reasoning.summary","summary":${oneLineJson(words)}}`;

/** The reasoning text of a complete answer as one detail; empty if there is none, or if a detail has it. Pure. */
export const summaryOf = (
  { reasoning, reasoningDetails }: Pick<ChatMessage, "reasoning" | "reasoningDetails">,
  info: CallInfo | undefined,
): string =>
  reasoning !== "" && hasSummaries(info) && reasoningDetails.every(({ text }) => text === "")
    ? summaryJson(reasoning)
    : "";

/**
 * Collects the reasoning text of a stream until it is known whether a detail signs it. OpenAI's package for Node keeps
 * only the last delta of `reasoning_details`, so a detail that must be sent back must not be followed by a mere text.
 */
export interface ReasoningWords {
  said(words: string): void;
  /** @returns The text before this detail, if the detail has none itself; else empty. Send it in the same delta. */
  before(detail: ReasoningDetail): string;
  /** @returns The unsigned text as one detail, once; empty for none, and after any other detail. */
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
