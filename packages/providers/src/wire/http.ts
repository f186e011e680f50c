import type { Socket } from "node:net";
import { createLockstep } from "@cenote/core";
import { Agent, type Dispatcher, buildConnector } from "undici";
import { ProviderError, type WireRequest } from "../spec";
import { isDeadConnection, toTransportError } from "./http-failure";
import { type ResolveHost, createPublicLookup, isPrivateHost, refusedHost } from "./public-lookup";
import { createUrlReader } from "./url-parts";

/** An idle connection is kept this long, less where the provider says so. */
const KEEP_ALIVE_MS = 30_000;
/** The last word on a connection that neither comes nor fails; each try has its own, shorter limit. */
const MAX_CONNECT_MS = 60_000;
/** Connections to one origin. A stream holds one to its end, so this bounds the streams open to a provider. */
const MAX_CONNECTIONS_PER_ORIGIN = 20_000;
const MAX_HEADER_BYTES = 64 * 1024;

export type HttpHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What happens to a request, in order. After `onEnd` or `onFailure`, and after `abort`, nothing more is called. */
export interface HttpSink {
  /** The request is on a connected socket. */
  onConnected(): void;
  onAnswer(status: number, headers: HttpHeaders): void;
  onBytes(bytes: Buffer): void;
  onEnd(): void;
  onFailure(error: ProviderError): void;
}

export interface HttpExchange {
  /** Stops reading until `resume`: the provider is held back. */
  pause(): void;
  resume(): void;
  /** Ends it at once in whatever phase it is, socket included. The sink hears nothing of it. */
  abort(): void;
}

/** `public`: to addresses of the public internet alone, for URLs that an answer named. */
export type HttpReach = "any" | "public";

export interface HttpSendOptions {
  /** `any` without. */
  readonly reach?: HttpReach;
  /**
   * Whether a request whose kept connection turns out to be dead is sent once more, on a fresh one: nothing of it was answered,
   * though the provider may have seen it. Without, only what changes nothing is.
   */
  readonly resend?: boolean;
}

/** The way out to providers: whatever is called, is called here. */
export interface Http {
  /** Starts a request. Failures go to the sink, maybe before this returns. */
  send(request: WireRequest, sink: HttpSink, options?: HttpSendOptions): HttpExchange;
  /** Ends all connections at once. */
  close(): Promise<void>;
}

const ABORTED = new Error("aborted");

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

/** @param options.resolve Finds the addresses of names for reach `public`; the system's resolver without. */
export const createHttp = ({ resolve }: { readonly resolve?: ResolveHost } = {}): Http => {
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

  const readUrl = createUrlReader();
  const inLockstep = createLockstep();

  return {
    send(request, sink, { reach = "any", resend = request.method === "GET" } = {}) {
      let controller: Dispatcher.DispatchController | undefined;
      let connecting: Socket | undefined;
      let origin = "";
      let answered = false;
      let over = false;
      /** On a kept connection, which the provider may have closed while the request was on its way. */
      let isOnKept = false;
      /** What this turn of the event loop brought of the answer, and how the answer ended in it. */
      let arrived: Buffer[] = [];
      let ending: (() => void) | undefined;
      let isTellingSoon = false;

      const tell = () => {
        isTellingSoon = false;
        const pieces = arrived;
        arrived = [];
        for (const bytes of pieces) {
          if (over) return;
          sink.onBytes(bytes);
        }
        if (!over) ending?.();
      };
      const tellSoon = () => {
        if (isTellingSoon) return;
        isTellingSoon = true;
        inLockstep(tell);
      };
      const end = () => {
        over = true;
        sink.onEnd();
      };

      const fail = (error: unknown) => {
        if (over) return;
        if (resend && isOnKept && !answered && isDeadConnection(error)) {
          dispatch(true);
          return;
        }
        over = true;
        sink.onFailure(error instanceof ProviderError ? error : toTransportError(error, { origin, answered, sent: controller !== undefined }));
      };

      const handler: Dispatcher.DispatchHandler = {
        onRequestStart(started) {
          connecting = undefined;
          if (over) {
            started.abort(ABORTED);
            return;
          }
          controller = started;
          sink.onConnected();
        },
        onResponseStart(answering, status, headers) {
          if (over || status < 200) return;
          answered = true;
          // Views that would keep the whole first read in memory as long as the answer lasts.
          answering.rawHeaders = null;
          sink.onAnswer(status, headers);
        },
        onResponseData(_, bytes) {
          if (over) return;
          arrived.push(bytes);
          tellSoon();
        },
        onResponseEnd() {
          if (over) return;
          ending = end;
          tellSoon();
        },
        onResponseError(_, error) {
          // What came before it is told before it.
          if (isTellingSoon) ending = () => { fail(error); };
          else fail(error);
        },
      };

      const dispatch = (fresh: boolean) => {
        controller = undefined;
        isOnKept = false;
        try {
          const url = readUrl(request.url);
          ({ origin } = url);
          opened = undefined;
          (fresh ? freshAgents : agents)[reach].dispatch({
            origin, path: url.path, method: request.method, headers: request.headers, reset: fresh,
            ...(request.body === undefined ? {} : { body: request.body }),
          }, handler);
          if (controller === undefined) connecting = opened;
          isOnKept = opened === undefined;
        } catch (error) {
          fail(new ProviderError({ kind: "unreachable", message: "The request could not be made: the provider's base_url or a header is not valid." }, error));
        } finally {
          opened = undefined;
        }
      };
      dispatch(false);

      return {
        pause: () => controller?.pause(),
        resume: () => controller?.resume(),
        abort() {
          if (over) return;
          over = true;
          if (controller !== undefined) controller.abort(ABORTED);
          else connecting?.destroy(ABORTED);
        },
      };
    },

    async close() {
      await Promise.all([agents, freshAgents].flatMap(({ any, public: open }) => [any.destroy(), open.destroy()]));
    },
  };
};
