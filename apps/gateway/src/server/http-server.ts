import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createLockstep } from "@cenote/core";
import type { GatewayLimits } from "../limits";

/** Java's client asks to go on in HTTP/2 with every request: whoever is not upgraded is answered as if he had not asked. */
const isForWebSockets = ({ method, url, headers }: IncomingMessage): boolean =>
  method === "GET" && headers.upgrade?.toLowerCase() === "websocket" && url?.split("?", 1)[0] === "/graphql";

/**
 * Node's HTTP server. Requests whose heads were read in one turn of the event loop are begun together after it; one whose connection was
 * lost in between has nobody who waits for it, and is not begun.
 */
export const createHttpServer = (limits: GatewayLimits, listener: RequestListener): Server => {
  const inLockstep = createLockstep();
  return createServer({
    highWaterMark: limits.streamBufferBytes, shouldUpgradeCallback: isForWebSockets,
    requestTimeout: limits.requestArrivalMs, headersTimeout: limits.headersArrivalMs, connectionsCheckingInterval: limits.arrivalCheckMs,
    keepAliveTimeout: limits.idleConnectionMs,
  }, (request, response) => {
    inLockstep(() => {
      if (!request.destroyed && !response.destroyed) listener(request, response);
    });
  });
};
