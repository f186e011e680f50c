import type { ChatCall } from "../spec";
import type { Quirks } from "./quirks";

export interface SamplingPlan {
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  /** What the caller gave and the model does not take. */
  readonly dropped: readonly ("temperature" | "topP")[];
}

/** Default of both parameters. Sending it changes nothing, but models without sampling refuse even that. */
const DEFAULT = 1;
/** A model that thinks takes no smaller one. */
const MIN_TOP_P_WITH_THINKING = 0.95;

/**
 * The API's scale ends at 1, OpenAI's at 2: they agree up to 1, and whatever is hotter is sent as the hottest there is.
 */
const clamped = (temperature: number | undefined): number | undefined =>
  temperature === undefined || temperature >= DEFAULT ? undefined : temperature;

/** Temperature and top_p as this model takes them. Where it takes one of them, temperature goes first. */
export const planSampling = (call: ChatCall, quirks: Quirks, thinks: boolean): SamplingPlan => {
  const temperature = clamped(call.temperature);
  const topP = call.topP === DEFAULT ? undefined : call.topP;
  const takesTemperature = quirks.sampling !== "none" && !thinks;
  const takesTopP =
    quirks.sampling !== "none" &&
    (!thinks || (topP ?? DEFAULT) >= MIN_TOP_P_WITH_THINKING) &&
    (quirks.sampling === "both" || temperature === undefined || !takesTemperature);
  return {
    temperature: takesTemperature ? temperature : undefined,
    topP: takesTopP ? topP : undefined,
    dropped: [
      ...(temperature !== undefined && !takesTemperature ? ["temperature" as const] : []),
      ...(topP !== undefined && !takesTopP ? ["topP" as const] : []),
    ],
  };
};
