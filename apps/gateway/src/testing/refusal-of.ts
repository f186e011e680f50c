import { CenoteError } from "@cenote/core";

/** The CenoteError that `run` throws. Throws if it throws anything else, or nothing. */
export const refusalOf = (run: () => unknown): CenoteError => {
  try {
    run();
  } catch (error) {
    if (error instanceof CenoteError) return error;
    throw error;
  }
  throw new Error("was accepted");
};
