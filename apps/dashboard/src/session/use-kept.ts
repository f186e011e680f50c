import { useState } from "react";
import { useSession } from "./session";

export interface Kept<T> {
  /** What was kept when the page was opened. */
  readonly before: T | undefined;
  readonly keep: (value: T) => void;
}

/**
 * What a page finds again when it is come back to, in memory alone and until its user signs out.
 * @param name Of the one place that uses it.
 */
export const useKept = <T>(name: string): Kept<T> => {
  const { kept } = useSession();
  const [control] = useState((): Kept<T> => ({
    before: kept.get(name) as T | undefined,
    keep: (value) => {
      kept.set(name, value);
    },
  }));
  return control;
};
