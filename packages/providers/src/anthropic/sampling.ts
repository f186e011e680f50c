import type { ChatCall } from "../spec";
import type { Quirks } from "./quirks";

export interface SamplingPlan {
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  /** The settings of the caller that the model does not accept. */
  readonly dropped: readonly ("temperature" | "topP")[];
}

/** Default of both parameters. Sending it changes nothing, but models without sampling refuse even that. */
const DEFAULT = 1;
/** A thinking model accepts no smaller value. */
const MIN_TOP_P_WITH_THINKING = 0.95;

/**
 * The API's scale ends at 1, OpenAI's at 2. They agree up to 1. Higher temperatures are sent as 1.
 */
const clamped = (temperature: number | undefined): number | undefined =>
  temperature === undefined || temperature >= DEFAULT ? undefined : temperature;

/** Temperature and top_p as this model accepts them. If it accepts only one of them, temperature has precedence. */
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
