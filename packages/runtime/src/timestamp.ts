const SECOND_MS = 1000;

/**
 * The time of a log line as pino wants it, `,"time":"2026-11-21T06:00:00.123Z"`. The text of a second is formatted once
 * and reused.
 */
export const createTimestamp = (nowMs: () => number = Date.now): (() => string) => {
  let second = Number.NaN;
  let text = "";
  return () => {
    const ms = nowMs();
    const now = Math.floor(ms / SECOND_MS);
    if (now !== second) {
      second = now;
      text = new Date(now * SECOND_MS).toISOString().slice(0, -4);
    }
    return `,"time":"${text}${String(ms - now * SECOND_MS).padStart(3, "0")}Z"`;
  };
};
