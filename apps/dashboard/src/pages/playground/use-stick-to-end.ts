import { type RefObject, useLayoutEffect, useRef } from "react";

/** Nearer to the end than this, the list follows new content. */
const NEAR_PX = 80;

/** Keeps the end of a growing list in view, unless the user has scrolled back. */
export const useStickToEnd = (): RefObject<HTMLDivElement | null> => {
  const list = useRef<HTMLDivElement>(null);
  const lastHeight = useRef(0);
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return;
    const wasNear = lastHeight.current - current.scrollTop - current.clientHeight < NEAR_PX;
    if (wasNear) current.scrollTop = current.scrollHeight;
    lastHeight.current = current.scrollHeight;
  });
  return list;
};
