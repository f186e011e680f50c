import type { IncomingMessage } from "node:http";

/**
 * Whether the sender of a body waits to be told to go on. Nothing but `100-continue` may be expected, and HTTP/1.0 does
 * not know that.
 */
export const waitsToGoOn = ({ headers, httpVersionMinor }: IncomingMessage): boolean =>
  headers.expect !== undefined && httpVersionMinor === 1;
