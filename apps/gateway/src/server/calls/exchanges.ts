import { CenoteError, type Clock, ERROR_TABLE } from "@cenote/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { LargeBodies } from "../bodies/large-bodies";
import { declaredBytes } from "../bodies/declared-bytes";
import type { ObserveRequest } from "../observe-request";
import type { SlowReaders } from "../readers/slow-readers";
import type { UnsentAnswers } from "../readers/unsent-answers";
import type { CallerChecks } from "./caller-checks";
import { shareOfCaller } from "./caller";
import type { Exchange } from "./exchange";
import type { CallGate } from "./call-gate";
import { requireOperation, requireOrigin, type RouteOperation } from "./permissions";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Polled by machines every few seconds: logged at level debug. */
    quiet?: boolean;
    /** Takes no body; an empty one with a content type does not count. */
    bodyless?: boolean;
    /** The operation a client token must allow; without it the route requires an API key. */
    operation?: RouteOperation;
    /** Its body may list millions of numbers: tokens. */
    takesTokens?: boolean;
    /** Its body may be `multipart/form-data`, which it parses itself: it gets the bytes. */
    takesForm?: boolean;
    /** Takes the key in `x-api-key` as well. */
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
   * Lets a call in and finds out who pays for it. Errors: overloaded, missing_api_key, invalid_api_key, key_revoked,
   * rate_limit_exceeded, permission_denied.
   */
  readonly admit: (request: FastifyRequest) => Promise<void>;
}

export interface ExchangesOptions {
  readonly clock: Clock;
  readonly gate: CallGate;
  readonly bodies: LargeBodies;
  readonly readers: SlowReaders;
  readonly unsent: UnsentAnswers;
  readonly observe: ObserveRequest;
  readonly callers: Pick<CallerChecks, "authenticate" | "addressOf" | "requireNetwork">;
}

const SWITCHED_PROTOCOLS = 101;

/** The key as `Authorization` tells it, whichever header it came in. */
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
  unsent,
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
    // Both come once: `once` would cost a wrapper and a removal each.
    raw.on("close", end);
    // The answer is complete and only has to be taken. Nearly always the system takes it at once.
    raw.on("prefinish", () => {
      if (raw.writableLength > 0) readers.watch(raw);
    });
    // The answer to a pipelined request has no socket yet, and would not notice its end.
    if (raw.socket === null) unsent.watch(raw);
  },
  async admit(request) {
    const { exchange } = request;
    gate.enter(exchange.abort);
    const caller = await authenticate(authorizationOf(request));
    requireNetwork(caller, () => addressOf(request.raw));
    gate.belongsTo(exchange.abort, caller);
    // Not if the caller left while the key was checked: nobody would take it out again.
    if (!exchange.abort.signal.aborted)
      bodies.count(exchange.abort, shareOfCaller(caller), declaredBytes(request) ?? 0);
    if (caller.clientToken !== undefined) {
      requireOrigin(caller, request.headers.origin);
      // The framework makes a new one on each access.
      requireOperation(caller, request.routeOptions.config.operation);
    }
    exchange.caller = caller;
  },
});
