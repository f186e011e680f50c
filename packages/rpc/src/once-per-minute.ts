import type { Clock } from "@cenote/core";

const EVERY_MS = 60_000;

/**
 * Limits an action to once a minute: it runs at once, then at most once a minute however often it is asked for. It is
 * given the number of times it stands for.
 */
export const oncePerMinute = <Subject extends unknown[]>(
  clock: Pick<Clock, "monotonicMs">,
  act: (times: number, ...subject: Subject) => void,
) => {
  let times = 0;
  let doneMs = -EVERY_MS;
  return (...subject: Subject): void => {
    times++;
    const nowMs = clock.monotonicMs();
    if (nowMs - doneMs < EVERY_MS) return;
    act(times, ...subject);
    times = 0;
    doneMs = nowMs;
  };
};
