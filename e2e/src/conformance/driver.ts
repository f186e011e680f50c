import type { System } from "../harness/system";
import type { Ask } from "./ask";
import type { Outcome } from "./outcome";

/** A client that people use, with base URL and key set and without retries, otherwise with its defaults. */
export interface Client {
  readonly name: string;
  /** Abilities that the client lacks or does not pass on. */
  readonly lacks: ReadonlySet<ClientGap>;
  /** Its API has its own answer format: it is tested with every family, otherwise only with those `withEveryClient`. */
  readonly withEveryFamily: boolean;
  readonly open: (system: System) => Driver | Promise<Driver>;
}

/** Makes calls through a client. Failures are part of the outcome, not thrown. */
export interface Driver {
  readonly complete: (ask: Ask) => Promise<Outcome>;
  readonly stream: (ask: Ask, options?: StreamOptions) => Promise<Outcome>;
  readonly close?: () => Promise<void>;
}

export type ClientGap =
  | "developer"
  | "finish_reason"
  | "image_urls"
  | "json_object"
  | "json_schema"
  | "logprobs"
  | "n"
  | "names"
  | "parallel_tool_calls"
  | "reasoning_details"
  | "refusal"
  | "stop";

export type Way = "complete" | "stream";

export interface StreamOptions {
  /** The caller leaves at the first text, in the client's own way. */
  readonly leave?: boolean;
}
