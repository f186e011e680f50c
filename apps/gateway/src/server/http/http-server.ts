import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createLockstep } from "@cenote/core";
import type { GatewayLimits } from "../../limits";
import type { ArrivingBodies } from "../bodies/arriving-bodies";
import { headFault } from "./head-fault";
import { isForWebSockets } from "./web-socket-head";

const SECOND_MS = 1000;

/**
 * A whole request may take as long as its head and the largest body that comes as slowly as it may. Bodies that come
 * slower are ended long before, one by one.
 */
const requestArrivalMs = ({ headersArrivalMs, stuckSenderMs, bodyBytes, senderBytesPerS }: GatewayLimits): number =>
  headersArrivalMs + stuckSenderMs + Math.ceil(bodyBytes() / senderBytesPerS) * SECOND_MS;

/**
 * Whether an answer to an earlier request has the connection. A WebSocket can't be opened over it then, and nobody would
 * close it; Node tells it to nobody but itself.
 */
const isAnswering = (socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean =>
  (socket._httpMessage ?? null) !== null;

/**
 * Node's HTTP server. Requests whose heads were read in one turn of the event loop are begun together after it. One
 * whose connection was lost in between, or ended by the answer to a later request, has no reader any more, and is not
 * begun. Requests with `Expect`, which Node would answer by itself, are like any other here: whoever reads the body
 * sends `100 Continue`, and if nobody does, Node closes the connection.
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
        // Node applies the value set here now. Never less than before: a larger body than may come today may be on its
        // way.
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
