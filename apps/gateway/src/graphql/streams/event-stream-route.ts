import { invalidField, ShuttingDown } from "@cenote/core";
import { type ExecutionResult, OperationTypeNode } from "graphql";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { EventStreams } from "../../server/answers/event-streams";
import type { CallGate } from "../../server/calls/call-gate";
import { abortReason } from "../../server/calls/exchange";
import type { LiveKeys } from "../../server/calls/live-keys";
import { oneLineJson } from "../../server/answers/one-line-json";
import type { GraphqlContext } from "../context";
import { endsByItself } from "../operations/ends-by-itself";
import type { Executor } from "../operations/executor";
import type { OperationRequest } from "../operations/operations";
import { toWireResult } from "../operations/run";

export interface EventStreamParts {
  readonly executor: Executor;
  readonly contextOf: (request: FastifyRequest) => GraphqlContext;
  readonly streams: EventStreams;
  readonly liveKeys: LiveKeys;
  readonly gate: Pick<CallGate, "markSubscription">;
}

const next = (result: object): string => `event: next\ndata: ${oneLineJson(result)}\n\n`;
const COMPLETE = "event: complete\ndata: \n\n";

const parseParam = (name: string, text: unknown): unknown => {
  if (typeof text !== "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField(name, "not valid JSON.");
  }
};

const requestOf = (request: FastifyRequest): OperationRequest => {
  if (request.method === "POST") {
    if (typeof request.body !== "object" || request.body === null || Array.isArray(request.body))
      throw invalidField("body", "must be an object.");
    return request.body;
  }
  const { query, operationName, variables } = request.query as Record<string, unknown>;
  return { query, operationName, variables: parseParam("variables", variables) };
};

const isStream = (
  result: ExecutionResult | AsyncGenerator<ExecutionResult>,
): result is AsyncGenerator<ExecutionResult> => Symbol.asyncIterator in result;

export interface EventStreamHandler {
  handle(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Ends subscriptions that don't end by themselves, including later ones. */
  drain(): void;
}

/**
 * One operation as server-sent events, in graphql-sse's mode "distinct connections": `next` per result, then
 * `complete`.
 */
export const createEventStreamHandler = ({
  executor,
  contextOf,
  streams,
  liveKeys,
  gate,
}: EventStreamParts): EventStreamHandler => {
  /** Operations that don't end by themselves. */
  const endless = new Set<AbortController>();
  let isDraining = false;
  const endForRestart = (abort: AbortController): void => {
    abort.abort(new ShuttingDown());
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { abort } = request.exchange;
    const operation = executor.read(requestOf(request));
    if (request.method !== "POST" && operation.kind === OperationTypeNode.MUTATION)
      throw invalidField("query", "a mutation can only be asked for by POST.");
    // One that ends by itself has an event for its end, whatever that is.
    const ends = endsByItself(operation);
    if (!ends) gate.markSubscription(abort);
    const context = contextOf(request);
    const result = await executor.run(operation, context);
    reply.hijack();
    const stream = streams.open(reply.raw, ["x-request-id", request.id]);
    if (!isStream(result)) {
      stream.end(next(toWireResult(result, context)) + COMPLETE);
      return;
    }
    const stopWatching = liveKeys.watch(context.caller.keyDigest, {
      onExpired: (error) => {
        if (!ends) abort.abort(error);
      },
      onRefused: (error) => {
        abort.abort(error);
      },
    });
    const leave = () => {
      void result.return(undefined);
    };
    if (!ends) {
      abort.signal.addEventListener("abort", leave);
      endless.add(abort);
      if (isDraining) endForRestart(abort);
    }
    try {
      for await (const event of result) await stream.write(next(toWireResult(event, context)));
      const reason = ends ? undefined : abortReason(request.exchange);
      stream.end((reason === undefined ? "" : next(toWireResult({ errors: [reason as never] }, context))) + COMPLETE);
    } finally {
      stopWatching();
      endless.delete(abort);
      abort.signal.removeEventListener("abort", leave);
    }
  };

  return {
    handle,
    drain() {
      isDraining = true;
      for (const abort of endless) endForRestart(abort);
    },
  };
};
