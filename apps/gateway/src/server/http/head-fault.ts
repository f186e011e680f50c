import type { IncomingMessage } from "node:http";
import { type CenoteError, invalidField } from "@cenote/core";
import { isForWebSockets, webSocketFault } from "./web-socket-head";

const countHosts = (rawHeaders: readonly string[]): number => {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
};

/** The error for a request head that HTTP forbids or this server does not support; undefined if it is valid. */
export const headFault = (request: IncomingMessage): CenoteError | undefined => {
  const { headers, httpVersionMinor, rawHeaders } = request;
  // HTTP/1.0 does not require it.
  if (headers.host === undefined && httpVersionMinor === 1)
    return invalidField("host", "HTTP/1.1 needs a Host header.");
  // Node uses the first, and a proxy in front may have used another.
  if (countHosts(rawHeaders) > 1) return invalidField("host", "more than one Host header.");
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked")
    return invalidField("transfer-encoding", "nothing but chunked is understood.");
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== "100-continue")
    return invalidField("expect", "nothing but 100-continue is understood.");
  return isForWebSockets(request) ? webSocketFault(request) : undefined;
};
