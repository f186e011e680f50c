import type { ProviderError } from "../provider-error";
import type { TimeLimits } from "../spec";
import type { HttpReach } from "./connections";
import type { HttpRequest } from "./large-body";

export type HttpHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The value of a header; the first if there are several. @param name In lower case. */
export const firstHeader = (headers: HttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** The callbacks of a request, in order. After `onEnd` or `onFailure`, and after `abort`, none is called. */
export interface HttpSink {
  /** The request is on a connected socket. */
  onConnected(): void;
  onAnswer(status: number, headers: HttpHeaders): void;
  onBytes(bytes: Buffer): void;
  onEnd(): void;
  onFailure(error: ProviderError): void;
}

export interface HttpExchange {
  /** Stops reading until `resume`, so that the provider has to wait. */
  pause(): void;
  resume(): void;
  /** Ends the request immediately in any phase, and closes its socket. The sink is not called. */
  abort(): void;
}

export interface HttpSendOptions {
  /** Default: `any`. */
  readonly reach?: HttpReach;
  /**
   * Whether a request is sent once more on a new connection if its kept connection was closed without an answer. The
   * provider may have seen the request. If false, only requests without side effects are sent again.
   */
  readonly resend?: boolean;
  /** The sender enforces the limits. Here they only determine how long each address of a host is tried. */
  readonly limits?: Pick<TimeLimits, "connectMs">;
  /** The other side, as error messages name it. Default: `provider`. */
  readonly peer?: HttpPeer;
}

export type HttpPeer = "provider" | "receiver";

/** The HTTP client for providers; every outgoing call goes through it. */
export interface Http {
  /** Starts a request. Failures go to the sink, possibly before this returns. */
  send(request: HttpRequest, sink: HttpSink, options?: HttpSendOptions): HttpExchange;
  /** Ends all connections immediately. */
  close(): Promise<void>;
}
