import type { ChatCall } from "@cenote/providers";

/** Counts where the provider does not. */
export interface TokenCounter {
  /** Cheap, for holds: rather too many than too few. */
  estimatePrompt(call: ChatCall): number;
  /** As exact as can be had here, for a charge. */
  countPrompt(call: ChatCall): number;
  countText(text: string): number;
  estimateText(text: string): number;
}
