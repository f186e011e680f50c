import { useEffect } from "react";

/** A keyboard goes on where it was before a dialog: the dialog goes as a whole, so it does not see to that itself. */
export const useFocusBack = (): void => {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
};
