import type { Socket } from "node:net";
import { Agent, type Dispatcher, buildConnector } from "undici";
import type { WireRequest } from "../spec";
import { refusedHost } from "./forbidden-address";
import { type ResolveHost, createPublicLookup, isPrivateHost } from "./public-lookup";
import { createUrlReader, type UrlParts } from "./url-parts";

/** An idle connection is kept this long, less where the provider says so. */
const KEEP_ALIVE_MS = 30_000;
/** Upper limit for a connection attempt that neither succeeds nor fails; each try has its own, shorter limit. */
const MAX_CONNECT_MS = 60_000;
/** Connections to one origin. A stream holds one to its end, so this bounds the streams open to a provider. */
const MAX_CONNECTIONS_PER_ORIGIN = 20_000;
const MAX_HEADER_BYTES = 64 * 1024;

/** `public`: to addresses of the public internet alone, for URLs that an answer named. */
export type HttpReach = "any" | "public";

export interface DispatchOptions {
  readonly url: UrlParts;
  readonly reach: HttpReach;
  /** On a connection of its own, which is not kept. */
  readonly fresh: boolean;
}

/** The connections to all providers. */
export interface Connections {
  /** Throws for what is no URL. */
  readUrl(url: string): UrlParts;
  /** @returns The socket that was opened for it and is still connecting; undefined where a kept one is used. Throws for a header that is none. */
  dispatch(request: WireRequest, options: DispatchOptions, handler: Dispatcher.DispatchHandler): Socket | undefined;
  /** Ends all of them at once. */
  close(): Promise<void>;
}

type Connector = (...args: Parameters<buildConnector.connector>) => Socket | undefined;

const anyConnector = (): Connector => buildConnector({ timeout: MAX_CONNECT_MS, allowH2: false }) as Connector;

const publicConnector = (resolve: ResolveHost | undefined): Connector => {
  const connect = buildConnector({ timeout: MAX_CONNECT_MS, allowH2: false, lookup: createPublicLookup(resolve) }) as Connector;
  return (options, callback) => {
    if (!isPrivateHost(options.hostname)) return connect(options, callback);
    queueMicrotask(() => { callback(refusedHost(options.hostname), null); });
    return undefined;
  };
};

/** @param options.resolve Finds the addresses of names for reach `public`; the system's resolver where undefined. */
export const createConnections = ({ resolve }: { readonly resolve: ResolveHost | undefined }): Connections => {
  // A socket that is still connecting belongs to the request whose dispatch opened it: that is how an abort reaches it.
  let opened: Socket | undefined;
  const agentOver = (open: Connector) => new Agent({
    connections: MAX_CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A provider that promises to keep it longer is not taken at its word.
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Each try has one timer of its own (time-limits.ts).
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) => {
      opened = open(options, callback);
    },
  });
  // Apart, so that neither uses a connection the other opened.
  const agents: Readonly<Record<HttpReach, Agent>> = { any: agentOver(anyConnector()), public: agentOver(publicConnector(resolve)) };
  /** Keep no connections: each request opens its own. */
  const freshAgents: Readonly<Record<HttpReach, Agent>> = { any: agentOver(anyConnector()), public: agentOver(publicConnector(resolve)) };

  return {
    readUrl: createUrlReader(),
    dispatch({ method, headers, body }, { url: { origin, path }, reach, fresh }, handler) {
      opened = undefined;
      try {
        (fresh ? freshAgents : agents)[reach].dispatch({ origin, path, method, headers, reset: fresh, ...(body === undefined ? {} : { body }) }, handler);
        return opened;
      } finally {
        opened = undefined;
      }
    },
    async close() {
      await Promise.all([agents, freshAgents].flatMap(({ any, public: open }) => [any.destroy(), open.destroy()]));
    },
  };
};
