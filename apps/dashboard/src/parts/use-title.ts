import { useEffect } from "react";

/** Sets the title of the browser's tab. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Cenote`;
  }, [title]);
};
