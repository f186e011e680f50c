import type { ServerResponse } from "node:http";

/** Resolves when the reader of an answer has taken what waits, or is gone. */
export const caughtUpOrGone = (raw: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const onChange = () => {
      raw.off("drain", onChange);
      raw.off("close", onChange);
      resolve();
    };
    raw.on("drain", onChange);
    raw.on("close", onChange);
  });
