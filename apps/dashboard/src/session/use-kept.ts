import { useState } from "react";
import { useSession } from "./session";

export interface Kept<T> {
  /** The stored value when the page was opened. */
  readonly before: T | undefined;
  readonly keep: (value: T) => void;
}

/**
 * State that a page gets back on its next visit. It is kept in memory until the user signs out.
 * @param name Unique per use.
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
