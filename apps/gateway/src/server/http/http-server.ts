import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createLockstep } from "@cenote/core";
import type { GatewayLimits } from "../../limits";
import type { ArrivingBodies } from "../bodies/arriving-bodies";
import { headFault } from "./head-fault";
import { isForWebSockets } from "./web-socket-head";

const SECOND_MS = 1000;

/**
 * Time for a whole request: the limit for its head, plus that of the largest body at the least speed. `ArrivingBodies`
 * ends slower bodies long before.
 */
const requestArrivalMs = ({ headersArrivalMs, stuckSenderMs, bodyBytes, senderBytesPerS }: GatewayLimits): number =>
  headersArrivalMs + stuckSenderMs + Math.ceil(bodyBytes() / senderBytesPerS) * SECOND_MS;

/**
 * Whether an answer to an earlier request still uses the connection. Then no WebSocket can be opened over it. Only a
 * private field of Node shows it.
 */
const isAnswering = (socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean =>
  (socket._httpMessage ?? null) !== null;

/**
 * Node's HTTP server. Requests whose heads were read in one turn of the event loop are started together after it. A
 * request is not started if its connection was lost meanwhile, or ended by the answer to a later request.
 *
 * Requests with `Expect`, which Node would answer itself, are handled like any other: the reader of the body sends
 * `100 Continue`. If the body is not read, Node closes the connection.
 */
export const createHttpServer = (
  limits: GatewayLimits,
  arriving: Pick<ArrivingBodies, "watch">,
  listener: RequestListener,
): Server => {
  const inLockstep = createLockstep();
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    inLockstep(() => {
      const { socket } = request;
      if (request.destroyed || response.destroyed || socket.destroyed || socket.writableEnded) return;
      if (!request.complete) {
        arriving.watch(request);
        // Node reads this value continually. It never shrinks: a body that began under a larger limit may still be
        // arriving.
        server.requestTimeout = Math.max(server.requestTimeout, requestArrivalMs(limits));
      }
      listener(request, response);
    });
  };
  const server = createServer(
    {
      highWaterMark: limits.streamBufferBytes,
      requireHostHeader: false,
      shouldUpgradeCallback: (request) =>
        isForWebSockets(request) && headFault(request) === undefined && !isAnswering(request.socket),
      requestTimeout: requestArrivalMs(limits),
      headersTimeout: limits.headersArrivalMs,
      connectionsCheckingInterval: limits.arrivalCheckMs,
      keepAliveTimeout: limits.idleConnectionMs,
    },
    begin,
  );
  return server.on("checkExpectation", begin).on("checkContinue", begin);
};
