import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import { createProxyFinder, type ProxySettings } from "./find-proxy";
import { openTunnel } from "./open-tunnel";

/** For Node's own HTTP client, and for libraries that use it. */
export interface ProxiedAgents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

const KEPT = { keepAlive: true };
const TUNNEL_LIMITS = { timeoutMs: 30_000, maxHeaderBytes: 64 * 1024 };

type Connect = HttpsAgent["createConnection"];
type Done = (error: Error | null, socket?: Socket) => void;

/** Agents that connect through the proxy for a host, if there is one. */
export const createProxiedAgents = (proxies: ProxySettings): ProxiedAgents => {
  const findProxy = createProxyFinder(proxies);
  const agents: ProxiedAgents = { http: new HttpAgent(KEPT), https: new HttpsAgent(KEPT) };
  const through =
    (protocol: "http:" | "https:", direct: Connect): Connect =>
    (options, callback) => {
      const [hostname, port] = [options.host ?? "localhost", String(options.port)];
      const proxy = findProxy({ protocol, hostname, port });
      if (proxy === undefined) return direct(options, callback);
      const done = callback as Done;
      const authority = `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
      openTunnel(proxy, authority, TUNNEL_LIMITS, (failure, socket) => {
        if (socket === null) done(failure);
        else if (protocol === "http:") done(null, socket);
        // `path` is the request's path here, but `connect` would use it as the path of a socket file.
        else done(null, connectSecure({ ...(options as object), path: undefined, socket }));
      });
      return undefined;
    };
  agents.http.createConnection = through("http:", agents.http.createConnection.bind(agents.http));
  agents.https.createConnection = through("https:", agents.https.createConnection.bind(agents.https));
  return agents;
};
