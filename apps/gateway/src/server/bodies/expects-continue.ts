import type { IncomingMessage } from "node:http";

/** Whether the sender waits for `100 Continue`, the only supported value of `Expect`. HTTP/1.0 does not have it. */
export const expectsContinue = ({ headers, httpVersionMinor }: IncomingMessage): boolean =>
  headers.expect !== undefined && httpVersionMinor === 1;
