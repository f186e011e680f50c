/** A database server that can be run on this machine. */
export interface Engine {
  /** For the log: `SecantusDB 0.7.0b3`. */
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

/** An engine, or why it is not available. */
export type FoundEngine = Engine | { readonly reason: string };

export interface FindOptions {
  /** PATH, HOME, XDG_CACHE_HOME and the variables that called tools read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called before a step that takes longer, such as a download. */
  readonly onSlow: (what: string) => void;
}
