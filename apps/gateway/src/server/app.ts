import { CenoteError, type Clock, type Ids, type JsonBounds, type Log, toCenoteError } from "@cenote/core";
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { GatewayLimits } from "../limits";
import { compileSchema } from "../schema/compile-schema";
import { type SchemaFault, toRefusal } from "../schema/refusal";
import { errorHeaders, errorJson } from "./answers/error-answer";
import { JSON_TYPE } from "./answers/json-type";
import type { ArrivingBodies } from "./bodies/arriving-bodies";
import { type CollectBody, createCollectBody } from "./bodies/collect-body";
import { expectsContinue } from "./bodies/expects-continue";
import { parseJsonBody } from "./bodies/json-body";
import type { LargeBodies } from "./bodies/large-bodies";
import { callIdOf } from "./calls/call-id";
import { abortedCallError, abortReason } from "./calls/exchange";
import type { Exchanges } from "./calls/exchanges";
import { createBrokenRequests } from "./http/broken-requests";
import { toClientFault } from "./http/client-fault";
import type { Cors } from "./http/cors";
import { headFault } from "./http/head-fault";
import { createHttpServer } from "./http/http-server";
import { watchRoutes } from "./http/known-routes";
import { toMissingRoute } from "./http/missing-route";

export interface AppOptions {
  readonly limits: GatewayLimits;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly exchanges: Exchanges;
  readonly cors: Cors;
  readonly bodies: LargeBodies;
  readonly arriving: ArrivingBodies;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Creates the body of the route's errors, if they have more than the documented fields. */
    errorJson?: typeof errorJson;
  }
}

/** Records a request's failure for its log line. @returns The error that the caller gets. */
export type NoteFailure = (thrown: unknown, request: FastifyRequest) => CenoteError;

export interface App {
  readonly server: FastifyInstance;
  readonly noteFailure: NoteFailure;
}

const refuseEncoding = (encoding = ""): void => {
  if (encoding !== "" && encoding.toLowerCase() !== "identity") {
    throw new CenoteError("unsupported_media_type", "Send the body without Content-Encoding.");
  }
};

const readBody = (request: FastifyRequest, bytes: Buffer, bounds: JsonBounds): unknown => {
  refuseEncoding(request.headers["content-encoding"]);
  return bytes.length === 0 && request.routeOptions.config.bodyless === true ? undefined : parseJsonBody(bytes, bounds);
};

/** The error's message and, if a service was unavailable, how the call to it failed. */
const reasonOf = ({ message, cause }: CenoteError): string =>
  cause instanceof Error ? `${message} (${cause.message})` : message;

/**
 * The HTTP server without its routes. It reads and parses bodies, reports every error, and decides which requests reach
 * a route. No client input leads to a 500.
 */
export const createApp = (options: AppOptions): App => {
  const { limits, ids, log, exchanges, arriving, cors } = options;
  const brokenRequests = createBrokenRequests(options);
  const boundsWithTokens: JsonBounds = { ...limits.json, commas: Infinity };
  const collectBody = createCollectBody({
    ...options,
    read: (request, bytes) =>
      readBody(request, bytes, request.routeOptions.config.takesTokens === true ? boundsWithTokens : limits.json),
  });

  const collectBytes = createCollectBody({
    ...options,
    read: (request, bytes) => {
      refuseEncoding(request.headers["content-encoding"]);
      return bytes;
    },
  });
  const collectForm: CollectBody = (request, raw, done) => {
    if (request.routeOptions.config.takesForm === true) {
      collectBytes(request, raw, done);
      return;
    }
    // The sender gets no `100 Continue`, so the body will not arrive.
    if (expectsContinue(raw)) arriving.leave(raw);
    done(new CenoteError("unsupported_media_type"));
  };

  const noteFailure: NoteFailure = (thrown, request) => {
    const reason = abortReason(request.exchange);
    const takesForm = request.routeOptions.config.takesForm === true;
    const error =
      reason === undefined
        ? (toClientFault(thrown, { takesForm }) ?? toCenoteError(thrown))
        : abortedCallError(reason, thrown);
    request.exchange.errorCode = error.code;
    if (error.code === "overloaded") request.exchange.errorReason = reasonOf(error);
    if (error.code === "internal_error")
      log.error({ requestId: request.id, callId: callIdOf(error), error: error.cause ?? error }, "a request failed");
    return error;
  };

  const begin = (request: FastifyRequest, reply: FastifyReply): void => {
    exchanges.begin(request, reply);
    reply.header("x-request-id", request.id);
  };

  const sendError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const error = noteFailure(thrown, request);
    // The framework closes the connection after every refused body. If the body is or will be complete, the connection
    // can take the next request.
    if (arriving.isComing(request.raw) && reply.hasHeader("connection") && !reply.raw.hasHeader("connection"))
      reply.removeHeader("connection");
    const { errorJson: bodyOf = errorJson } = request.routeOptions.config;
    void reply
      .code(error.row.http)
      .headers(errorHeaders(error, limits.retryAfterMs))
      .type(JSON_TYPE)
      .send(bodyOf(error, request.id));
  };

  const server = fastify({
    serverFactory: (handler) => createHttpServer(limits, arriving, handler),
    // While draining, the call gate answers 503, in the documented error format.
    return503OnClosing: false,
    genReqId: () => ids.requestId(),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 1024 },
    schemaErrorFormatter: (faults) => toRefusal(faults as SchemaFault[]),
    frameworkErrors: (error: FastifyError, request, reply) => {
      begin(request, reply);
      sendError(error, request, reply);
    },
    clientErrorHandler: brokenRequests.onClientError,
  });
  brokenRequests.refuseTunnels(server.server);

  const routes = watchRoutes(server);
  server.decorateRequest("exchange");
  server.setValidatorCompiler<object>(({ schema }) => compileSchema(schema));
  // Routes build answers as text. Their response schemas are only for the OpenAPI document.
  server.setSerializerCompiler(() => (value) => JSON.stringify(value));
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("application/json", collectBody);
  server.addContentTypeParser("multipart/form-data", collectForm);

  server.addHook("onRequest", (request, reply, done) => {
    begin(request, reply);
    if (cors(request, reply)) return;
    const fault = headFault(request.raw);
    if (fault !== undefined || !request.is404) {
      done(fault);
      return;
    }
    // Before the body is parsed: its content does not matter here.
    const [path = ""] = request.url.split("?", 1);
    const allowed = routes.allowedMethods(path);
    if (allowed.length > 0) reply.header("allow", allowed.join(", "));
    done(toMissingRoute(routes, request.method, path));
  });
  server.setErrorHandler(sendError);
  // A route calls it if it has no such file.
  server.setNotFoundHandler((request, reply) => {
    sendError(new CenoteError("not_found"), request, reply);
  });
  return { server, noteFailure };
};
