import type { VideoInput } from "../../generated/operations";

/** The form's fields as typed. */
export interface VideoChoice {
  readonly model: string;
  /** Seconds; empty: the model's default. */
  readonly duration: string;
}

export const toVideoInput = ({ model, duration }: VideoChoice, prompt: string): VideoInput => ({
  model,
  prompt,
  ...(duration === "" ? {} : { duration: Number(duration) }),
});
