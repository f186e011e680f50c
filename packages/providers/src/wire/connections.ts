import { Agent, type Dispatcher } from "undici";
import { createProxyFinder, type Opening, type ProxySettings } from "@cenote/proxies";
import { createDirectConnector, type DirectConnectorOptions, MAX_CONNECT_MS } from "./direct-connector";
import { refusedHost } from "./forbidden-address";
import type { HttpRequest } from "./large-body";
import { type Connector, createTunnel } from "./proxy-tunnel";
import { type ResolveHost, createPublicLookup, isPrivateHost } from "./public-lookup";
import { createUrlReader, type UrlParts } from "./url-parts";

/** An idle connection is kept this long, or less if the provider says so. */
const KEEP_ALIVE_MS = 30_000;
/** Connections to one origin. A stream holds one to its end, so this bounds the streams open to a provider. */
const MAX_CONNECTIONS_PER_ORIGIN = 20_000;
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * `public`: only to addresses of the public internet, for URLs from an answer. Never through a proxy: the address is
 * checked while connecting, and with a proxy only the proxy would know it.
 */
export type HttpReach = "any" | "public";

export interface DispatchOptions {
  readonly url: UrlParts;
  readonly reach: HttpReach;
  /** Uses a connection of its own, which is not kept. */
  readonly fresh: boolean;
  /** Time limit for connecting; a long one if absent. */
  readonly connectMs?: number | undefined;
}

/** The connections to all providers. */
export interface Connections {
  /** Throws if the URL is invalid. */
  readUrl(url: string): UrlParts;
  /**
   * @returns The connection that was opened for it and is still connecting; undefined if a kept one is used. Throws if a
   * header is invalid.
   */
  dispatch(request: HttpRequest, options: DispatchOptions, handler: Dispatcher.DispatchHandler): Opening | undefined;
  /** Ends all of them immediately. */
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
  /** Finds the addresses of names for reach `public`; asks the system's name servers if absent. */
  readonly resolve?: ResolveHost | undefined;
  /** Proxies for hosts of reach `any`; none if absent. */
  readonly proxies?: ProxySettings | undefined;
}

export const createConnections = ({ resolve, proxies }: ConnectionOptions): Connections => {
  // A connection that is still connecting belongs to the request whose dispatch opened it: that is how an abort reaches
  // it.
  let opened: Opening | undefined;
  let openingMs = MAX_CONNECT_MS;
  const connectMs = () => openingMs;
  const agentOver = (open: Connector) =>
    new Agent({
      connections: MAX_CONNECTIONS_PER_ORIGIN,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // If a provider promises to keep it longer, we still do not.
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Each try has one timer of its own (time-limits.ts).
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => {
        opened = open(options, callback);
      },
    });
  // Separate, so that neither uses a connection that the other opened.
  const agents: Readonly<Record<HttpReach, Agent>> = {
    any: agentOver(anyConnector(proxies, connectMs)),
    public: agentOver(publicConnector(resolve, connectMs)),
  };
  /** They keep no connections: each request opens its own. */
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
