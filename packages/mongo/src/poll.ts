import { setTimeout as delay } from "node:timers/promises";

/**
 * Calls until there is an answer. In real time, unlike `Clock`, because it waits for another process.
 * @returns The answer, or undefined after `limitMs`.
 */
export const poll = async <T>(
  ask: () => Promise<T | undefined> | T | undefined,
  { everyMs, limitMs }: { everyMs: number; limitMs: number },
): Promise<T | undefined> => {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || performance.now() >= endMs) return answer;
    await delay(everyMs);
  }
};
