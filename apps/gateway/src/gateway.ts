import type { IncomingMessage, ServerResponse } from "node:http";
import { type Clock, type Timer, within } from "@cenote/core";
import { type ComposedGateway, composeGateway, type GatewayOptions } from "./compose";

/** The public server: REST and GraphQL over the services. It owns no data. */
export interface Gateway {
  /** @returns The address it listens at. Rejects if the port is taken. */
  listen(): Promise<{ readonly url: string }>;
  /**
   * Refuses new calls and, after `ARRIVAL_GRACE_MS`, those whose body is still arriving. Open calls may finish for at
   * most `limitMs`; then they are aborted with `overloaded`. The gateway keeps listening until the last call has ended.
   * Further calls of `close` wait for the first.
   */
  close(limitMs: number): Promise<void>;
}

/** Time for arriving request bodies when the gateway stops. */
const ARRIVAL_GRACE_MS = 2000;
/** Time for aborted calls to send their error before their connections are closed. */
const ABORT_GRACE_MS = 1000;

/** Interval for closing idle connections: answers that began before the drain had no `connection: close`. */
const IDLE_CHECK_MS = 1000;

/** Closes idle connections periodically. @returns A function that stops it. */
const closeIdleConnections = (
  { server, readers }: Pick<ComposedGateway, "server" | "readers">,
  clock: Clock,
): (() => void) => {
  let timer: Timer | undefined;
  const check = (): void => {
    // After everything that has arrived is read: otherwise a request among it would be reset.
    setImmediate(() => {
      // Node considers a connection idle once its answer is written, although the reader may still be taking it.
      if (readers.isEmpty) server.server.closeIdleConnections();
    });
    timer = clock.setTimer(check, IDLE_CHECK_MS);
  };
  check();
  return () => timer?.cancel();
};

const drain = async (
  { server, gate, arriving, readers, sockets, graphql }: ComposedGateway,
  clock: Clock,
  limitMs: number,
): Promise<void> => {
  gate.close();
  sockets.drain();
  graphql.drain();
  // While calls are open, new ones and `/readyz` get 503, so that a load balancer notices.
  server.server.prependListener("request", (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader("connection", "close");
  });
  const stopChecking = closeIdleConnections({ server, readers }, clock);
  const lastArrival = clock.setTimer(() => {
    arriving.close();
  }, ARRIVAL_GRACE_MS);
  await within(clock, limitMs, gate.whenEmpty());
  lastArrival.cancel();
  if (!gate.isEmpty) {
    arriving.close();
    gate.abortAll();
    await within(clock, ABORT_GRACE_MS, gate.whenEmpty());
  }
  stopChecking();
  const serverClosed = server.close();
  await within(clock, ABORT_GRACE_MS, sockets.whenEmpty());
  sockets.terminate();
  server.server.closeAllConnections();
  await serverClosed;
  await graphql.stop();
};

export const createGateway = (options: GatewayOptions): Gateway => {
  const { clock, host, port } = options;
  let composed: Promise<ComposedGateway> | undefined;
  let closed: Promise<void> | undefined;

  return {
    async listen() {
      composed ??= composeGateway(options);
      const { server } = await composed;
      return { url: await server.listen({ host, port }) };
    },
    async close(limitMs) {
      closed ??= composed?.then((parts) => drain(parts, clock, limitMs));
      await closed;
    },
  };
};
