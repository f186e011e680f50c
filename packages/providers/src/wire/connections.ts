import { Agent, type Dispatcher } from "undici";
import { createProxyFinder, type Opening, type ProxySettings } from "@cenote/proxies";
import { createDirectConnector, type DirectConnectorOptions, MAX_CONNECT_MS } from "./direct-connector";
import { refusedHost } from "./forbidden-address";
import type { HttpRequest } from "./large-body";
import { type Connector, createTunnel } from "./proxy-tunnel";
import { type ResolveHost, createPublicLookup, isPrivateHost } from "./public-lookup";
import { createUrlReader, type UrlParts } from "./url-parts";

/** Longest time for which an idle connection is kept. A provider may shorten it. */
const KEEP_ALIVE_MS = 30_000;
/** Most connections to one origin. A stream holds one until its end, so this bounds the open streams per provider. */
const MAX_CONNECTIONS_PER_ORIGIN = 20_000;
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * The addresses that a request may go to. `public` means only addresses of the public internet, for URLs from an answer.
 * Such a request never goes through a proxy: the address is checked while connecting, and only the proxy would know it.
 */
export type HttpReach = "any" | "public";

export interface DispatchOptions {
  readonly url: UrlParts;
  readonly reach: HttpReach;
  /** Whether to open a new connection, which is not kept. */
  readonly fresh: boolean;
  /** Time limit for connecting. Default: `MAX_CONNECT_MS`. */
  readonly connectMs?: number | undefined;
}

/** The connections to all providers. */
export interface Connections {
  /** Throws if the URL is invalid. */
  readUrl(url: string): UrlParts;
  /**
   * @returns The new connection for the request, which is still connecting; undefined if a kept connection is used.
   * Throws if a header is invalid.
   */
  dispatch(request: HttpRequest, options: DispatchOptions, handler: Dispatcher.DispatchHandler): Opening | undefined;
  /** Ends all connections immediately. */
  close(): Promise<void>;
}

const anyConnector = (
  proxies: ProxySettings | undefined,
  connectMs: DirectConnectorOptions["connectMs"],
): Connector => {
  const direct = createDirectConnector({ connectMs });
  if (proxies === undefined) return direct;
  const findProxy = createProxyFinder(proxies);
  const tunnel = createTunnel({ secure: direct, timeoutMs: MAX_CONNECT_MS, maxHeaderBytes: MAX_HEADER_BYTES });
  return (options, callback) => {
    const proxy = findProxy(options);
    return proxy === undefined ? direct(options, callback) : tunnel(proxy, options, callback);
  };
};

const publicConnector = (
  resolve: ResolveHost | undefined,
  connectMs: DirectConnectorOptions["connectMs"],
): Connector => {
  const connect = createDirectConnector({ connectMs, lookup: createPublicLookup({ resolve }) });
  return (options, callback) => {
    if (!isPrivateHost(options.hostname)) return connect(options, callback);
    queueMicrotask(() => {
      callback(refusedHost(options.hostname), null);
    });
    return undefined;
  };
};

export interface ConnectionOptions {
  /** Resolves host names for reach `public`. Default: asks the system's name servers. */
  readonly resolve?: ResolveHost | undefined;
  /** Proxies for requests of reach `any`. Default: none. */
  readonly proxies?: ProxySettings | undefined;
}

export const createConnections = ({ resolve, proxies }: ConnectionOptions): Connections => {
  // A connection that is still connecting belongs to the request whose dispatch opened it. So an abort of the request can
  // close it.
  let opened: Opening | undefined;
  let openingMs = MAX_CONNECT_MS;
  const connectMs = () => openingMs;
  const agentOver = (open: Connector) =>
    new Agent({
      connections: MAX_CONNECTIONS_PER_ORIGIN,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // A provider can't make us keep a connection for longer.
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Each attempt has one timer of its own (time-limits.ts).
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => {
        opened = open(options, callback);
      },
    });
  // Separate agents, so that neither reach uses a connection that the other opened.
  const agents: Readonly<Record<HttpReach, Agent>> = {
    any: agentOver(anyConnector(proxies, connectMs)),
    public: agentOver(publicConnector(resolve, connectMs)),
  };
  /** Agents that keep no connections: each request opens its own. */
  const freshAgents: Readonly<Record<HttpReach, Agent>> = {
    any: agentOver(anyConnector(proxies, connectMs)),
    public: agentOver(publicConnector(resolve, connectMs)),
  };

  return {
    readUrl: createUrlReader(),
    dispatch(
      { method, headers, body },
      { url: { origin, path }, reach, fresh, connectMs: ownMs = MAX_CONNECT_MS },
      handler,
    ) {
      opened = undefined;
      openingMs = ownMs;
      try {
        (fresh ? freshAgents : agents)[reach].dispatch(
          { origin, path, method, headers, reset: fresh, ...(body === undefined ? {} : { body }) },
          handler,
        );
        return opened;
      } finally {
        opened = undefined;
        openingMs = MAX_CONNECT_MS;
      }
    },
    async close() {
      await Promise.all([agents, freshAgents].flatMap(({ any, public: open }) => [any.destroy(), open.destroy()]));
    },
  };
};
