import { CenoteError, type Clock, ERROR_TABLE } from "@cenote/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { LargeBodies } from "../bodies/large-bodies";
import { declaredBytes } from "../bodies/declared-bytes";
import type { ObserveRequest } from "../observe-request";
import type { SlowReaders } from "../readers/slow-readers";
import type { PipelinedAnswers } from "../readers/pipelined-answers";
import type { CallerChecks } from "./caller-checks";
import { shareOfCaller } from "./caller";
import type { Exchange } from "./exchange";
import type { CallGate } from "./call-gate";
import { requireOperation, requireOrigin, type RouteOperation } from "./permissions";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Logged at level debug, because machines poll it every few seconds. */
    quiet?: boolean;
    /** Takes no body. An empty one with a content type is accepted. */
    bodyless?: boolean;
    /** The operation a client token must allow; without it the route requires an API key. */
    operation?: RouteOperation;
    /** Its body may list millions of token numbers, so the bound on commas does not apply. */
    takesTokens?: boolean;
    /** Its body may be `multipart/form-data`. The route gets the bytes and parses them itself. */
    takesForm?: boolean;
    /** Accepts the key in `x-api-key` as well. */
    takesApiKeyHeader?: boolean;
  }
  interface FastifyRequest {
    /** Set by the first hook of every request. */
    exchange: Exchange;
  }
}

/** Follows each request from its first hook to the end of its connection or answer. */
export interface Exchanges {
  begin(request: FastifyRequest, reply: FastifyReply): void;
  /**
   * Registers a call as open and authenticates its caller. Errors: overloaded, missing_api_key, invalid_api_key,
   * key_revoked, rate_limit_exceeded, permission_denied.
   */
  readonly admit: (request: FastifyRequest) => Promise<void>;
}

export interface ExchangesOptions {
  readonly clock: Clock;
  readonly gate: CallGate;
  readonly bodies: LargeBodies;
  readonly readers: SlowReaders;
  readonly pipelined: PipelinedAnswers;
  readonly observe: ObserveRequest;
  readonly callers: Pick<CallerChecks, "authenticate" | "addressOf" | "requireNetwork">;
}

const SWITCHED_PROTOCOLS = 101;

/** The key in the form of `Authorization`, whichever header it came in. */
const authorizationOf = ({
  headers,
  routeOptions,
}: Pick<FastifyRequest, "headers" | "routeOptions">): string | undefined => {
  const { authorization, "x-api-key": apiKey } = headers;
  if (authorization !== undefined || typeof apiKey !== "string" || routeOptions.config.takesApiKeyHeader !== true)
    return authorization;
  return `Bearer ${apiKey}`;
};

export const createExchanges = ({
  clock,
  gate,
  bodies,
  readers,
  pipelined,
  observe,
  callers: { authenticate, addressOf, requireNetwork },
}: ExchangesOptions): Exchanges => ({
  begin(request, reply) {
    const { raw } = reply;
    const exchange: Exchange = {
      startMs: clock.monotonicMs(),
      bodyMs: 0,
      response: raw,
      abort: new AbortController(),
      caller: undefined,
      isUpgraded: false,
      errorCode: undefined,
      errorReason: undefined,
      overheadMs: undefined,
    };
    request.exchange = exchange;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      gate.leave(exchange.abort);
      bodies.leave(exchange.abort);
      readers.leave(raw);
      if (exchange.isUpgraded) {
        observe(request, SWITCHED_PROTOCOLS);
        return;
      }
      const isAnswered = raw.writableEnded;
      if (!isAnswered) {
        exchange.errorCode ??= "cancelled";
        exchange.abort.abort(new CenoteError("cancelled"));
      }
      observe(request, isAnswered || raw.headersSent ? raw.statusCode : ERROR_TABLE.cancelled.http);
    };
    // Each event is emitted once. `once` would cost a wrapper and a removal each.
    raw.on("close", end);
    // The answer is complete. Nearly always the system takes all of it at once, and no reader has to be watched.
    raw.on("prefinish", () => {
      if (raw.writableLength > 0) readers.watch(raw);
    });
    // The answer to a pipelined request has no socket yet, and would not notice that the connection ends.
    if (raw.socket === null) pipelined.watch(raw);
  },
  async admit(request) {
    const { exchange } = request;
    gate.enter(exchange.abort);
    const caller = await authenticate(authorizationOf(request));
    requireNetwork(caller, () => addressOf(request.raw));
    gate.setCaller(exchange.abort, caller);
    // If the caller left while the key was checked, `leave` has already run, and nothing would undo the count.
    if (!exchange.abort.signal.aborted)
      bodies.count(exchange.abort, shareOfCaller(caller), declaredBytes(request) ?? 0);
    if (caller.clientToken !== undefined) {
      requireOrigin(caller, request.headers.origin);
      // Only for client tokens: the framework creates a new `routeOptions` on each access.
      requireOperation(caller, request.routeOptions.config.operation);
    }
    exchange.caller = caller;
  },
});
