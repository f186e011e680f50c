import type { IncomingMessage } from "node:http";

/** Whether the sender of a body waits for `100 Continue`, the only thing that may be expected. HTTP/1.0 does not know it. */
export const expectsContinue = ({ headers, httpVersionMinor }: IncomingMessage): boolean =>
  headers.expect !== undefined && httpVersionMinor === 1;
