import type { ProviderError } from "../provider-error";
import type { TimeLimits } from "../spec";
import type { HttpReach } from "./connections";
import type { HttpRequest } from "./large-body";

export type HttpHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The value of a header, the first if it came several times. @param name Lower case. */
export const firstHeader = (headers: HttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

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
  /** Stops reading until `resume`, so that the provider has to wait. */
  pause(): void;
  resume(): void;
  /** Ends it immediately in any phase, and closes its socket. The sink is not called. */
  abort(): void;
}

export interface HttpSendOptions {
  /** `any` if absent. */
  readonly reach?: HttpReach;
  /**
   * Whether a request is sent once more on a new connection if its kept connection was already closed: there was no
   * answer, but the provider may have seen it. If false, this is done only for requests without side effects.
   */
  readonly resend?: boolean;
  /** Enforced by the sender: here they only say how long each of a host's addresses is tried. */
  readonly limits?: Pick<TimeLimits, "connectMs">;
  /** Whom errors speak of; `provider` if absent. */
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
