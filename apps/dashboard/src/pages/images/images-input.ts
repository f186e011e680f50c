import type { ImagesInput } from "../../generated/operations";

/** The texts of the form. */
export interface ImagesChoice {
  readonly model: string;
  /** Empty: the model's own. */
  readonly size: string;
  readonly count: string;
}

export const toImagesInput = ({ model, size, count }: ImagesChoice, prompt: string): ImagesInput => ({
  model,
  prompt,
  n: Number(count),
  ...(size === "" ? {} : { size }),
});
