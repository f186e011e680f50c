import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { CenoteError, type Clock, type Ids, type Log } from "@cenote/core";
import type { GatewayLimits } from "../../limits";
import { errorJson } from "../answers/error-answer";
import { JSON_TYPE } from "../answers/json-type";
import type { ArrivingBodies } from "../bodies/arriving-bodies";
import { toClientFault } from "./client-fault";

export interface BrokenRequestParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly arriving: Pick<ArrivingBodies, "fail">;
  /** `discardMs` is what the other side may take to close its connection as well. */
  readonly limits: Pick<GatewayLimits, "discardMs">;
}

type HttpAnswer = ServerResponse & { readonly req: IncomingMessage };

/**
 * Fields of Node's own, which it asks for the same: the answer whose turn it is, and the request that was read last.
 */
type HttpSocket = Socket & {
  readonly _httpMessage?: HttpAnswer | null;
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
};

/** Answers what did not become a request. Earlier requests of the same connection get their own answers first. */
export interface BrokenRequests {
  /** What Node's parser could not read, or gave up waiting for. */
  readonly onClientError: (thrown: unknown, socket: Socket) => void;
  /** Node closes the connection of a client that asks for a tunnel, without an answer. */
  refuseTunnels(server: Server): void;
}

/** Part of it has been sent. */
const isUnderWay = (answer: HttpAnswer): boolean => answer.headersSent && !answer.writableEnded;

export const createBrokenRequests = ({ clock, ids, log, arriving, limits }: BrokenRequestParts): BrokenRequests => {
  const waiting = new WeakSet<Socket>();

  const tell = (error: CenoteError, socket: Socket): void => {
    const requestId = ids.requestId();
    const status = error.row.http;
    const allow = error.code === "method_not_allowed" ? "allow: DELETE, GET, HEAD, POST\r\n" : "";
    const body = errorJson(error, requestId);
    socket.end(
      `HTTP/1.1 ${status} ${error.code}\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
        `x-request-id: ${requestId}\r\nx-should-retry: false\r\n${allow}connection: close\r\n\r\n${body}`,
    );
    log.info({ requestId, status, errorCode: error.code }, "request");
    const timer = clock.setTimer(() => {
      socket.destroy();
    }, limits.discardMs);
    socket.once("close", () => {
      timer.cancel();
    });
  };

  const refuse = (error: CenoteError, socket: HttpSocket): void => {
    const answer = socket._httpMessage ?? undefined;
    if (answer !== undefined && isUnderWay(answer) && (socket.readableEnded || !answer.req.complete)) {
      // Its caller has left, or it is this request that is broken: nothing else may be written between its bytes.
      socket.destroy();
      return;
    }
    // Node reports each further piece of what is not HTTP; an answer may still be on its way.
    if (waiting.has(socket) || socket.writableEnded || socket.destroyed) return;
    if (answer === undefined) {
      const wasAnswered = socket.parser?.incoming?.complete === false;
      if (wasAnswered) socket.destroy();
      else tell(error, socket);
    } else if (answer.req.complete) {
      waiting.add(socket);
      answer.once("close", () => {
        waiting.delete(socket);
        refuse(error, socket);
      });
    } else if (!arriving.fail(answer.req, error)) {
      tell(error, socket);
    }
  };

  return {
    onClientError: (thrown, socket) => {
      const error = toClientFault(thrown);
      if (error === undefined || error.code === "cancelled") socket.destroy();
      else refuse(error, socket);
    },
    refuseTunnels(server) {
      server.on("connect", (_request: IncomingMessage, socket: HttpSocket) => {
        socket.on("error", () => {
          socket.destroy();
        });
        // From here on Node does not tell an earlier answer when the socket drains or ends: the answer would hang.
        const answer = socket._httpMessage ?? undefined;
        if (answer !== undefined && isUnderWay(answer)) socket.destroy();
        else refuse(new CenoteError("method_not_allowed", "This server is not a proxy."), socket);
      });
    },
  };
};
