import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useSearch } from "wouter";

/**
 * A link leads to the top of its page. Back and forward lead to where one was, which the browser sees to, as it does
 * after a reload.
 */
export const useScrollToTop = (): void => {
  const [location] = useLocation();
  const search = useSearch();
  const path = `${location}?${search}`;
  const shown = useRef(path);
  const cameBack = useRef(false);
  useEffect(() => {
    const came = () => {
      cameBack.current = true;
    };
    // Before the router hears of it.
    window.addEventListener("popstate", came, { capture: true });
    return () => {
      window.removeEventListener("popstate", came, { capture: true });
    };
  }, []);
  useLayoutEffect(() => {
    if (shown.current !== path && !cameBack.current) window.scrollTo(0, 0);
    shown.current = path;
    cameBack.current = false;
  }, [path]);
};
