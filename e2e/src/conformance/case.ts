import type { SimulatedCall } from "../harness/simulator";
import type { Ask, Message, PdfFile } from "./ask";
import type { Client, ClientGap, StreamOptions, Way } from "./driver";
import type { Outcome } from "./outcome";
import type { Family } from "./families";

/** A behaviour that every client gets from every family. */
export interface Case {
  /** Row of docs/features.md. */
  readonly feature: string;
  readonly says: string;
  /** Both by default. */
  readonly ways?: readonly Way[];
  /** For a case that waits, or concerns only the provider's side: one client is enough. */
  readonly withOneClient?: boolean;
  /** If not the family's usual model. */
  readonly modelOf?: (family: Family) => string;
  /** Abilities that a client must have for this case. */
  readonly needs?: readonly ClientGap[];
  readonly run: (call: Call) => Promise<void>;
}

export interface Call {
  readonly family: Family;
  readonly client: Client;
  readonly way: Way;
  /** Part of every question, to find the provider's side of the call. */
  readonly marker: string;
  readonly ask: (question: string, rest?: AskRest, options?: StreamOptions) => Promise<Outcome>;
  /** What the provider received, newest call first. */
  readonly upstream: () => Promise<readonly SimulatedCall[]>;
}

export interface AskRest extends Partial<Omit<Ask, "messages">> {
  readonly imageUrl?: string;
  readonly pdf?: PdfFile;
  readonly before?: readonly Message[];
  readonly after?: readonly Message[];
}

/** Throws the outcome's error, if there is one. */
export const whole = (outcome: Outcome): Outcome => {
  if (outcome.error !== undefined) throw new Error(`the call failed: ${JSON.stringify(outcome.error)}`);
  return outcome;
};

/** The body of the provider's last call. */
export const lastBody = async (call: Call): Promise<string> => {
  const [last] = await call.upstream();
  if (last?.body === null || last === undefined) throw new Error("the provider was not called, or with too much");
  return last.body;
};
