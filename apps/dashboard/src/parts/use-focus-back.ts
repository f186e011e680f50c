import { useEffect } from "react";

/** Returns the focus after a dialog. The dialog itself can't: it is unmounted together with its content. */
export const useFocusBack = (): void => {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
};
