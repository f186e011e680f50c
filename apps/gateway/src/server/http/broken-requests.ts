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
  /** `discardMs`: time for the client to close its side of the connection. */
  readonly limits: Pick<GatewayLimits, "discardMs">;
}

type HttpAnswer = ServerResponse & { readonly req: IncomingMessage };

/** Node's internal fields: the answer that has its turn on the connection, and the request that was read last. */
type HttpSocket = Socket & {
  readonly _httpMessage?: HttpAnswer | null;
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
};

/** Answers input that did not become a request. Earlier requests of the connection get their own answers first. */
export interface BrokenRequests {
  /** Handles what Node's parser could not read, or timed out on. */
  readonly onClientError: (thrown: unknown, socket: Socket) => void;
  /** Answers `CONNECT` requests. Node would close their connection without an answer. */
  refuseTunnels(server: Server): void;
}

/** Whether a part of the answer, and not all, has been sent. */
const isUnderWay = (answer: HttpAnswer): boolean => answer.headersSent && !answer.writableEnded;

export const createBrokenRequests = ({ clock, ids, log, arriving, limits }: BrokenRequestParts): BrokenRequests => {
  const waiting = new WeakSet<Socket>();

  const sendError = (error: CenoteError, socket: Socket): void => {
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
      // The caller has left, or this very request is broken. Nothing else may be written between the answer's bytes.
      socket.destroy();
      return;
    }
    // Node reports each further piece of invalid HTTP, and an earlier answer may still be sent.
    if (waiting.has(socket) || socket.writableEnded || socket.destroyed) return;
    if (answer === undefined) {
      const wasAnswered = socket.parser?.incoming?.complete === false;
      if (wasAnswered) socket.destroy();
      else sendError(error, socket);
    } else if (answer.req.complete) {
      waiting.add(socket);
      answer.once("close", () => {
        waiting.delete(socket);
        refuse(error, socket);
      });
    } else if (!arriving.fail(answer.req, error)) {
      sendError(error, socket);
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
        // From here on, Node no longer notifies an earlier answer when the socket drains or ends: it would hang.
        const answer = socket._httpMessage ?? undefined;
        if (answer !== undefined && isUnderWay(answer)) socket.destroy();
        else refuse(new CenoteError("method_not_allowed", "This server is not a proxy."), socket);
      });
    },
  };
};
