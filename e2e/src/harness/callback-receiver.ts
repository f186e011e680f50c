import type { IncomingHttpHeaders } from "node:http";
import { type LoopbackServer, serveOnLoopback } from "./loopback";

/** A receiver of callbacks. */
export const callbackReceiver = () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  let server: LoopbackServer | undefined;

  const start = async () => {
    server = await serveOnLoopback(({ headers }, body, response) => {
      received.push({ headers, body: body.toString() });
      // The receiver rejects the first delivery.
      response.writeHead(received.length === 1 ? 500 : 204).end();
    });
    return { CENOTE_CALLBACK_ORIGINS: server.url };
  };

  return { received, start, stop: () => server?.stop(), url: () => server?.url ?? "" };
};
