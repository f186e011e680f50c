import type { Socket } from "node:net";
import { CenoteError, type Clock, type Ids, type Log, toCenoteError } from "@cenote/core";
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { GatewayLimits } from "../limits";
import { type SchemaFault, toRefusal } from "../schema/refusal";
import { VALIDATION_OPTIONS } from "../schema/validation-options";
import { abortReason } from "./call";
import { toClientFault } from "./client-fault";
import type { Cors } from "./cors";
import { discardBody } from "./discard-body";
import { errorHeaders, errorJson } from "./error-answer";
import type { Exchanges } from "./exchange";
import { createHttpServer } from "./http-server";
import { parseJsonBody } from "./json-body";
import { toMissingRoute, watchRoutes } from "./known-routes";

export const JSON_TYPE = "application/json; charset=utf-8";

export interface AppOptions {
  readonly limits: GatewayLimits;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly exchanges: Exchanges;
  readonly cors: Cors | undefined;
}

/** Turns what a request ran into into the error its caller sees, and remembers it. */
export type ErrorReader = (thrown: unknown, request: FastifyRequest) => CenoteError;

export interface App {
  readonly server: FastifyInstance;
  readonly readError: ErrorReader;
}

const refuseEncoding = (encoding: string | undefined): void => {
  if (encoding !== undefined && encoding !== "identity") {
    throw new CenoteError("unsupported_media_type", "Send the body without Content-Encoding.");
  }
};

/** Whether an answer has begun on it: nothing else may be written between its bytes. Node asks its own field for it as well. */
const isAnswering = (socket: Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null }): boolean => socket._httpMessage?.headersSent === true;

/** Says what failed on a connection that never became a request. */
const createClientErrorHandler = ({ ids, limits }: AppOptions) =>
  (thrown: unknown, socket: Socket): void => {
    const error = toClientFault(thrown, limits.bodyBytes);
    if (error === undefined || error.code === "cancelled" || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const requestId = ids.requestId();
    const body = errorJson(error, requestId);
    socket.end(
      `HTTP/1.1 ${error.row.http} ${error.code}\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `x-request-id: ${requestId}\r\nx-should-retry: false\r\nconnection: close\r\n\r\n${body}`,
    );
  };

/**
 * The HTTP server without its routes: how bodies are read and checked, how every error is told, and which requests get
 * as far as a route. Nothing a client sends makes it answer 500.
 */
export const createApp = (options: AppOptions): App => {
  const { limits, clock, ids, log, exchanges, cors } = options;

  const readError: ErrorReader = (thrown, request) => {
    const error = abortReason(request.exchange) ?? toClientFault(thrown, limits.bodyBytes) ?? toCenoteError(thrown);
    request.exchange.errorCode = error.code;
    if (error.code === "internal_error") log.error({ requestId: request.id, error: error.cause ?? error }, "a request failed");
    return error;
  };

  const begin = (request: FastifyRequest, reply: FastifyReply): void => {
    exchanges.begin(request, reply);
    reply.header("x-request-id", request.id);
  };

  const sendError = async (thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const error = readError(thrown, request);
    if (error.code === "request_too_large") await discardBody(request.raw, clock, limits);
    void reply.code(error.row.http).headers(errorHeaders(error, limits.retryAfterMs)).type(JSON_TYPE).send(errorJson(error, request.id));
  };

  const server = fastify({
    bodyLimit: limits.bodyBytes,
    serverFactory: (handler) => createHttpServer(limits, handler),
    // Draining answers for itself, in the shape of every other error.
    return503OnClosing: false,
    genReqId: () => ids.requestId(),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 1024 },
    ajv: {
      customOptions: VALIDATION_OPTIONS,
    },
    schemaErrorFormatter: (faults) => toRefusal(faults as SchemaFault[]),
    frameworkErrors: (error: FastifyError, request, reply) => {
      begin(request, reply);
      void sendError(error, request, reply);
    },
    clientErrorHandler: createClientErrorHandler(options),
  });

  const routes = watchRoutes(server);
  server.decorateRequest("exchange");
  // Answers are built as text by the routes: their schemas are for the document alone.
  server.setSerializerCompiler(() => (value) => JSON.stringify(value));
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    try {
      refuseEncoding(request.headers["content-encoding"]);
      if (body.length === 0 && request.routeOptions.config.bodyless === true) done(null, undefined);
      else done(null, parseJsonBody(body as Buffer, limits.json));
    } catch (error) {
      done(error as Error);
    }
  });

  server.addHook("onRequest", (request, reply, done) => {
    begin(request, reply);
    if (cors?.(request, reply) === true) return;
    if (!request.is404) {
      done();
      return;
    }
    // Before the body is looked at: what it holds does not matter here.
    const [path = ""] = request.url.split("?", 1);
    const allowed = routes.allowedMethods(path);
    if (allowed.length > 0) reply.header("allow", allowed.join(", "));
    done(toMissingRoute(allowed));
  });
  server.setErrorHandler(sendError);
  server.setNotFoundHandler((request, reply) => { void sendError(toMissingRoute([]), request, reply); });
  return { server, readError };
};
