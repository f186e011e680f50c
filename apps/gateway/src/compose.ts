import type { BillingService, InferenceService } from "@cenote/contracts";
import type { Clock, Ids, Log } from "@cenote/core";
import { type Metrics, createMetrics } from "@cenote/runtime";
import type { FastifyInstance } from "fastify";
import { mountGraphql } from "./graphql/mount";
import { DEFAULT_LIMITS, type GatewayLimits } from "./limits";
import { createModelDirectory } from "./models/directory";
import { addChatRoute } from "./rest/chat/route";
import { addDocuments } from "./rest/documents/route";
import { addEmbeddingsRoute } from "./rest/embeddings/route";
import { addHealthRoutes } from "./rest/health/route";
import { addModelRoutes } from "./rest/models/route";
import { createApp } from "./server/app";
import { createAuthenticate } from "./server/authenticate";
import { type CallGate, createCallGate } from "./server/call-gate";
import { createEventStreams } from "./server/event-streams";
import { createExchanges } from "./server/exchange";
import { createGatewayMetrics } from "./server/metrics";

export interface GatewayOptions {
  /** In this process or behind gRPC: the gateway can't tell. */
  readonly billing: BillingService;
  readonly inference: InferenceService;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Largest body of a request. */
  readonly bodyLimitBytes?: number;
  /** Whether callers may ask for the GraphQL schema; true unless told. */
  readonly introspection?: boolean;
  /** Where its numbers go, and what `/metrics` shows; its own unless given. */
  readonly metrics?: Metrics;
  readonly limits?: Partial<GatewayLimits>;
}

/** The public server: REST and GraphQL over the services. It owns no data. */
export interface Gateway {
  /** @returns The address it answers at. Rejects where the port is taken. */
  listen(): Promise<{ readonly url: string }>;
  /**
   * Turns new calls away, lets those under way finish for at most `limitMs`, then cuts them: each is told `overloaded`.
   * Further calls wait for the first.
   */
  close(limitMs: number): Promise<void>;
}

export interface ComposedGateway {
  readonly server: FastifyInstance;
  readonly gate: CallGate;
  readonly stopGraphql: () => Promise<void>;
}

/** Everything but the listening: what the documents are emitted from. */
export const composeGateway = async (options: GatewayOptions): Promise<ComposedGateway> => {
  const { billing, inference, clock, ids, log, introspection = true, metrics = createMetrics() } = options;
  const limits: GatewayLimits = {
    ...DEFAULT_LIMITS, ...(options.bodyLimitBytes === undefined ? {} : { bodyBytes: options.bodyLimitBytes }), ...options.limits,
  };
  const { retryAfterMs } = limits;

  const gate = createCallGate({ maxOpenCalls: limits.openCalls, retryAfterMs });
  const streams = createEventStreams({ clock, keepAliveMs: limits.keepAliveMs, stuckReaderMs: limits.stuckReaderMs });
  const counts = createGatewayMetrics({ metrics, openCalls: () => gate.openCalls, openStreams: () => streams.openStreams });
  const exchanges = createExchanges({ clock, gate, metrics: counts, log, authenticate: createAuthenticate(billing) });
  const directory = createModelDirectory({ inference, billing, clock, maxAgeMs: limits.modelListAgeMs });
  const { server, readError } = createApp({ limits, clock, ids, log, exchanges });

  await addDocuments(server);
  addHealthRoutes(server, { billing, inference, gate, clock, metrics, probeMs: limits.probeMs, retryAfterMs });
  addModelRoutes(server, { directory, exchanges });
  addChatRoute(server, { inference, exchanges, streams, clock, readError });
  addEmbeddingsRoute(server, { inference, exchanges, clock });
  const stopGraphql = await mountGraphql(server, { billing, directory, exchanges, readError, log, introspection, retryAfterMs });
  await server.ready();
  return { server, gate, stopGraphql };
};

/** How long cut calls have to tell their callers before their connections are closed. */
const CUT_GRACE_MS = 1000;

const within = (clock: Clock, limitMs: number, done: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const timer = clock.setTimer(resolve, limitMs);
    void done.then(() => {
      timer.cancel();
      resolve();
    });
  });

export const createGateway = (options: GatewayOptions): Gateway => {
  const { clock, host, port } = options;
  let composed: Promise<ComposedGateway> | undefined;
  let closed: Promise<void> | undefined;

  const drain = async ({ server, gate, stopGraphql }: ComposedGateway, limitMs: number): Promise<void> => {
    gate.close();
    const serverClosed = server.close();
    await within(clock, limitMs, gate.empty());
    if (gate.openCalls > 0) {
      gate.cut();
      await within(clock, CUT_GRACE_MS, gate.empty());
    }
    server.server.closeAllConnections();
    await serverClosed;
    await stopGraphql();
  };

  return {
    async listen() {
      composed ??= composeGateway(options);
      const { server } = await composed;
      return { url: await server.listen({ host, port }) };
    },
    async close(limitMs) {
      closed ??= composed?.then((parts) => drain(parts, limitMs));
      await closed;
    },
  };
};
