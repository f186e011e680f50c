import type { IncomingMessage, ServerResponse } from "node:http";
import { type Clock, type Timer, within } from "@cenote/core";
import { type ComposedGateway, composeGateway, type GatewayOptions } from "./compose";

/** The public server: REST and GraphQL over the services. It owns no data. */
export interface Gateway {
  /** @returns The address it answers at. Rejects where the port is taken. */
  listen(): Promise<{ readonly url: string }>;
  /**
   * Turns new calls away, and after a moment those whose body is still on its way. Lets those under way finish for at
   * most `limitMs`, then cuts them, each with `overloaded`. It keeps listening until the last one is over. Further
   * calls of `close` wait for the first.
   */
  close(limitMs: number): Promise<void>;
}

/** Time for request bodies on their way when the gateway stops. */
const ARRIVAL_GRACE_MS = 2000;
/** Time for cut calls to tell their callers before their connections are closed. */
const CUT_GRACE_MS = 1000;

/** An answer that began before the drain has not told its caller to close the connection. */
const IDLE_LOOK_MS = 1000;

/** Closes kept connections that wait for a request, now and again until the end. @returns Ends it. */
const closeIdleConnections = (
  { server, readers }: Pick<ComposedGateway, "server" | "readers">,
  clock: Clock,
): (() => void) => {
  let timer: Timer | undefined;
  const look = (): void => {
    // Once what has arrived by now is read: a request among it would be reset.
    setImmediate(() => {
      // To Node a connection is idle as soon as its answer is written, although its reader may still be taking it.
      if (readers.isEmpty) server.server.closeIdleConnections();
    });
    timer = clock.setTimer(look, IDLE_LOOK_MS);
  };
  look();
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
  // While calls are under way, new ones get 503, and so does `/readyz`, so that a load balancer has time to notice.
  server.server.prependListener("request", (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader("connection", "close");
  });
  const stopLooking = closeIdleConnections({ server, readers }, clock);
  const lastArrival = clock.setTimer(() => {
    arriving.close();
  }, ARRIVAL_GRACE_MS);
  await within(clock, limitMs, gate.whenEmpty());
  lastArrival.cancel();
  if (!gate.isEmpty) {
    arriving.close();
    gate.abortAll();
    await within(clock, CUT_GRACE_MS, gate.whenEmpty());
  }
  stopLooking();
  const serverClosed = server.close();
  await within(clock, CUT_GRACE_MS, sockets.whenEmpty());
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
