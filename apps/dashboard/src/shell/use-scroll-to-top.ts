import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useSearch } from "wouter";

/**
 * A link opens its page at the top. After Back, Forward and a reload the browser restores the scroll position, which
 * is kept.
 */
export const useScrollToTop = (): void => {
  const [location] = useLocation();
  const search = useSearch();
  const path = `${location}?${search}`;
  const shown = useRef(path);
  const isHistoryNavigation = useRef(false);
  useEffect(() => {
    const onPopState = () => {
      isHistoryNavigation.current = true;
    };
    // Runs before the router's listener.
    window.addEventListener("popstate", onPopState, { capture: true });
    return () => {
      window.removeEventListener("popstate", onPopState, { capture: true });
    };
  }, []);
  useLayoutEffect(() => {
    if (shown.current !== path && !isHistoryNavigation.current) window.scrollTo(0, 0);
    shown.current = path;
    isHistoryNavigation.current = false;
  }, [path]);
};
