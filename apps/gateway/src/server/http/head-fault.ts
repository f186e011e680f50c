import type { IncomingMessage } from "node:http";
import { type CenoteError, invalidRequest } from "@cenote/core";
import { isForWebSockets, webSocketFault } from "./web-socket-head";

/** What a head asks for that HTTP lets nobody ask for, or this server does not do. */
export const headFault = (request: IncomingMessage): CenoteError | undefined => {
  const { headers, httpVersionMinor } = request;
  // HTTP/1.0 knows no host.
  if (headers.host === undefined && httpVersionMinor === 1)
    return invalidRequest("host", "host: HTTP/1.1 needs a Host header.");
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== "100-continue")
    return invalidRequest("expect", "expect: nothing but 100-continue is understood.");
  return isForWebSockets(request) ? webSocketFault(request) : undefined;
};
