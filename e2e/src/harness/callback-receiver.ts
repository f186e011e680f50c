import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Receives what is sent to callbacks. */
export const callbackReceiver = () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  let server: Server | undefined;
  let url = "";

  const start = async () => {
    server = createServer((request, response) => {
      let body = "";
      request
        .setEncoding("utf8")
        .on("data", (text: string) => {
          body += text;
        })
        .on("end", () => {
          received.push({ headers: request.headers, body });
          // The receiver rejects the first delivery.
          response.writeHead(received.length === 1 ? 500 : 204).end();
        });
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { CENOTE_CALLBACK_ORIGINS: url };
  };

  return { received, start, stop: () => server?.close(), url: () => url };
};
