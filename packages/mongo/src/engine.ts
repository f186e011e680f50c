/** A database server that can be run on this machine. */
export interface Engine {
  /** For people: `SecantusDB 0.7.0b3`. */
  readonly description: string;
  /** Engines of one family read each other's files. */
  readonly family: EngineFamily;
  readonly command: string;
  args(place: ServerPlace): readonly string[];
  /** Prepares a server that accepts connections for use. */
  prepare?(port: number): Promise<void>;
}

export type EngineFamily = "mongod" | "secantusdb";

export interface ServerPlace {
  readonly folder: string;
  readonly port: number;
  /** Whether an acknowledged write survives a crash of the server. */
  readonly durable: boolean;
}

/** An engine, or why it can't be had. */
export type FoundEngine = Engine | { readonly reason: string };

export interface FindOptions {
  /** PATH, HOME, XDG_CACHE_HOME and what the tools called read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called before anything that takes longer than a moment. */
  readonly onSlow: (what: string) => void;
}
