import { CenoteError, type Clock, type ErrorCode, type Ids, type Log, toCenoteError } from "@cenote/core";
import { type ExecutionResult, GraphQLError } from "graphql";
import type { GatewayLimits } from "../../limits";
import type { LargeBodies } from "../../server/bodies/large-bodies";
import type { CallGate } from "../../server/calls/call-gate";
import { callIdOf } from "../../server/calls/call-id";
import { shareOfCaller } from "../../server/calls/caller";
import type { CallerChecks } from "../../server/calls/caller-checks";
import type { ObserveOperation } from "../../server/observe-operation";
import type { GraphqlContext } from "../context";
import { toFormattedError } from "../errors";
import { endsByItself } from "../operations/ends-by-itself";
import type { Executor } from "../operations/executor";
import type { Operation } from "../operations/operations";
import type { RunOperation } from "../operations/run";
import type { Connection } from "./connection";

/** A running operation of a connection. */
export interface SocketOperation {
  readonly connection: Connection;
  readonly operation: Operation;
  readonly context: GraphqlContext;
  /** Aborts the operation. It keeps its slot until everything that it started has ended. */
  readonly stop: () => void;
}

/** The operations of all connections. Each counts as a call, with its own request id and a slot at the call gate. */
export interface SocketOperations {
  /** @param payload The payload of the client's `subscribe`. @param bytes Its length. Throws GraphQLError. */
  begin(connection: Connection, payload: object, bytes: number): SocketOperation;
  /** Resolves with a result that has only an error if the caller is no longer allowed, or if execution throws. */
  run(begun: SocketOperation): ReturnType<RunOperation>;
}

export interface SocketOperationsOptions {
  readonly executor: Executor;
  readonly callers: Pick<CallerChecks, "authenticateDigest" | "requireNetwork">;
  readonly gate: CallGate;
  readonly bodies: LargeBodies;
  readonly observe: ObserveOperation;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly limits: Pick<GatewayLimits, "socketOperations">;
}

const toGraphqlError = (error: CenoteError, { requestId, report }: GraphqlContext): GraphQLError => {
  report(error);
  const { message, extensions } = toFormattedError(error);
  const place =
    error.cause instanceof GraphQLError ? { source: error.cause.source, positions: error.cause.positions } : {};
  return new GraphQLError(message, { ...place, extensions: { ...extensions, request_id: requestId } });
};

export const createSocketOperations = ({
  executor,
  callers,
  gate,
  bodies,
  observe,
  clock,
  ids,
  log,
  limits,
}: SocketOperationsOptions): SocketOperations => ({
  begin(connection, payload, bytes) {
    const { caller } = connection;
    if (caller === undefined) throw new CenoteError("missing_api_key");
    const requestId = ids.requestId();
    const abort = new AbortController();
    const startMs = clock.monotonicMs();
    let errorCode: ErrorCode | undefined;
    const ended = () => {
      bodies.leave(abort);
      observe({ requestId, caller, errorCode, durationMs: clock.monotonicMs() - startMs });
    };
    const context = executor.contextFor({
      caller,
      requestId,
      signal: abort.signal,
      report(error) {
        errorCode = error.code;
        if (error.code === "internal_error")
          log.error({ requestId, callId: callIdOf(error), error: error.cause ?? error }, "a GraphQL operation failed");
      },
    });
    try {
      const expiry = connection.expiry();
      if (expiry !== undefined) throw expiry;
      if (connection.openOperations() >= limits.socketOperations)
        throw new CenoteError(
          "rate_limit_exceeded",
          `One connection has at most ${limits.socketOperations} operations at a time.`,
        );
      const operation = executor.read(payload);
      const running = { abort, endsByItself: endsByItself(operation), ended };
      bodies.count(abort, shareOfCaller(caller), bytes);
      gate.enter(abort, caller);
      if (!running.endsByItself) gate.markSubscription(abort);
      connection.begin(payload, running);
      const stop = () => {
        abort.abort(new CenoteError("cancelled"));
      };
      return { connection, operation, context, stop };
    } catch (error) {
      const graphqlError = toGraphqlError(toCenoteError(error), context);
      gate.leave(abort);
      ended();
      throw graphqlError;
    }
  },

  /**
   * Looks the caller up again, as for every HTTP request: the key's restrictions and the organization's guardrails may
   * have changed since the connection was opened.
   */
  async run({ connection, operation, context }) {
    try {
      const caller = await callers.authenticateDigest(context.caller.keyDigest);
      callers.requireNetwork(caller, () => connection.handshake.address);
      context.signal.throwIfAborted();
      return await executor.run(operation, { ...context, caller });
    } catch (error) {
      // Thrown further, it would end the connection with all of its operations.
      return { errors: [toCenoteError(error) as never] } satisfies ExecutionResult;
    }
  },
});
