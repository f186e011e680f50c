import type { ProviderError, WireRequest } from "../spec";
import type { HttpReach } from "./connections";

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

export interface HttpSendOptions {
  /** `any` without. */
  readonly reach?: HttpReach;
  /**
   * Whether a request whose kept-alive connection turns out to be dead is sent once more on a fresh one: nothing of it
   * was answered, though the provider may have seen it. If false, only requests without side effects are.
   */
  readonly resend?: boolean;
}

/** The HTTP client for providers; every outgoing call goes through it. */
export interface Http {
  /** Starts a request. Failures go to the sink, maybe before this returns. */
  send(request: WireRequest, sink: HttpSink, options?: HttpSendOptions): HttpExchange;
  /** Ends all connections at once. */
  close(): Promise<void>;
}
