import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { optionalPortVariable } from "./environment-variable";
import type { Metrics } from "./metrics";

/** Port for the probes of a process whose own server speaks only gRPC. Unset: no probe server. */
export const PROBE_PORT = optionalPortVariable({
  name: "CENOTE_PROBE_PORT",
  about: "Port of health and metrics over HTTP, of a service that is its own process",
});

export interface ProbeServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly metrics: Metrics;
}

export interface ProbeServer {
  readonly port: number;
  /** Aborts requests under way. */
  close(): Promise<void>;
}

/** Only probes connect here, and they are few. */
const MAX_CONNECTIONS = 64;
const REQUEST_ARRIVAL_MS = 5000;

const answer = (response: ServerResponse, status: number, type: string, text: string): void => {
  response.writeHead(status, { "content-type": type }).end(text);
};

/**
 * Answers `/healthz` and `/metrics` over HTTP, without a key: for the orchestrator's network only. Rejects if the port
 * is in use.
 */
export const startProbeServer = ({ host, port, metrics }: ProbeServerOptions): Promise<ProbeServer> =>
  new Promise((resolve, reject) => {
    const server = createServer(
      { requestTimeout: REQUEST_ARRIVAL_MS, headersTimeout: REQUEST_ARRIVAL_MS },
      (request, response) => {
        request.resume();
        if (request.url === "/healthz") answer(response, 200, "application/json; charset=utf-8", `{"status":"alive"}`);
        else if (request.url === "/metrics") {
          metrics.render().then(
            (text) => {
              answer(response, 200, metrics.contentType, text);
            },
            () => {
              response.destroy();
            },
          );
        } else answer(response, 404, "text/plain; charset=utf-8", "There are /healthz and /metrics.\n");
      },
    );
    server.maxConnections = MAX_CONNECTIONS;
    server.once("error", reject);
    server.listen(port, host, () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((closed) => {
            server.close(() => {
              closed();
            });
            server.closeAllConnections();
          }),
      });
    });
  });
