import type { ServerResponse } from "node:http";

/** Resolves when the buffered part of an answer was sent, or its connection is closed. */
export const drainedOrClosed = (raw: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const onChange = () => {
      raw.off("drain", onChange);
      raw.off("close", onChange);
      resolve();
    };
    raw.on("drain", onChange);
    raw.on("close", onChange);
  });
