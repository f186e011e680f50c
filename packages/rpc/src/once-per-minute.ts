import type { Clock } from "@cenote/core";

const EVERY_MS = 60_000;

/**
 * Limits an action to once per minute. The first request runs it at once. The action gets the number of requests since its
 * last run.
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
