import { type RefObject, useLayoutEffect, useRef } from "react";

/** Who is nearer to the end than this is taken along. */
const NEAR_PX = 80;

/** Keeps the end of a list in sight while it grows, unless its reader has gone back in it. */
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
