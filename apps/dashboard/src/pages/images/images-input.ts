import type { ImagesInput } from "../../generated/operations";

/** The form's fields as typed. */
export interface ImagesChoice {
  readonly model: string;
  /** Empty: the model's default. */
  readonly size: string;
  readonly count: string;
}

export const toImagesInput = ({ model, size, count }: ImagesChoice, prompt: string): ImagesInput => ({
  model,
  prompt,
  n: Number(count),
  ...(size === "" ? {} : { size }),
});
