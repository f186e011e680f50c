import { setTimeout as delay } from "node:timers/promises";

/**
 * Asks until there is an answer. For what only another process can bring about, so in real time, unlike `Clock`.
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
