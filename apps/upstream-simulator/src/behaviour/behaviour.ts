/** How to answer: with what content, at what pace, and with which faults. */
export interface Behaviour {
  /** Exact length of the text in words. Undefined: depends on the prompt. */
  readonly words: number | undefined;
  /** The exact text, instead of a generated one. */
  readonly text: string | undefined;
  /** Words of reasoning before the text. Undefined: the model's default. */
  readonly reasoning: number | undefined;
  /** Prompt tokens reported as read from the cache. */
  readonly cached: number;
  /** How many tools are called. Undefined: what the request asks for. */
  readonly tools: number | undefined;
  /** The model declines, in the refusal field. */
  readonly refuse: boolean;
  /** Overrides the finish reason. */
  readonly finish: string | undefined;

  /** Number of images generated, if fewer than requested. */
  readonly made: number | undefined;
  /** Number of polls for which a video job is running. */
  readonly polls: number;
  /** Time after submission for which a video job is running, however often it is polled. */
  readonly renderMs: number;
  /** Name of a hold: until it is released, a video job is running, however often it is polled. */
  readonly renderHold: string | undefined;
  /** Number of initial polls of a video job that fail with 503. */
  readonly pollErrors: number;
  /** How a video job ends. */
  readonly outcome: VideoOutcome;
  /** What happens to a generated file. */
  readonly file: FileFate;

  /**
   * Name of a hold for which the answer waits, before its status line or, if `after` is set, before that piece of a
   * stream.
   */
  readonly hold: string | undefined;
  /** Delay before the status line. */
  readonly headersMs: number;
  /** Delay before the first content; for a plain answer it is added to `headersMs`. */
  readonly firstMs: number;
  /** Delay between two pieces of content. */
  readonly chunkMs: number;
  /** Without a delay, but each piece is sent before the next is written. */
  readonly oneByOne: boolean;
  /** Interval of comments while waiting: `: keep-alive` in a stream, an empty line in a plain answer. 0: none. */
  readonly keepAliveMs: number;
  /** Bytes per write. 0: one write per event. */
  readonly split: number;
  /** Delay between two of those writes. */
  readonly splitMs: number;

  readonly contentType: string | undefined;
  readonly noUsage: boolean;
  readonly noDone: boolean;
  readonly fault: FaultKind | undefined;
  /** Pieces of content (words, for text) before the fault or the hold. Undefined: its usual place. */
  readonly after: number | undefined;
  readonly status: number;
  readonly body: "json" | "html" | "empty";
  /** Seconds or an HTTP date, as sent. */
  readonly retryAfter: string | undefined;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

export const FAULT_KINDS = [
  "status",
  "reset",
  "cut",
  "stall",
  "hang",
  "hang_headers",
  "error_200",
  "malformed",
  "error_event",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * `failed`: reported by the provider. `crashed`: the provider's own fault. `filtered`: by its content policy. `empty`:
 * succeeds without a video. `forgotten`: the job is no longer found.
 */
export const VIDEO_OUTCOMES = ["completed", "failed", "crashed", "filtered", "empty", "forgotten"] as const;
export type VideoOutcome = (typeof VIDEO_OUTCOMES)[number];

/**
 * `vanished`: 404. `wrong_type`: a web page. `huge`: two gigabytes, without a length header. `redirect`: to the file.
 * `redirect_loop`: to itself. `redirect_private`: to a cloud's metadata address.
 */
export const FILE_FATES = [
  "ok",
  "vanished",
  "wrong_type",
  "huge",
  "redirect",
  "redirect_loop",
  "redirect_private",
] as const;
export type FileFate = (typeof FILE_FATES)[number];

/** The settings from one source. */
export type Settings = Partial<Behaviour>;

/** Settings from a prompt, for the calls that match. */
export interface Directive {
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly settings: Settings;
}

export const DEFAULT_BEHAVIOUR: Behaviour = {
  words: undefined,
  text: undefined,
  reasoning: undefined,
  cached: 0,
  tools: undefined,
  refuse: false,
  finish: undefined,
  made: undefined,
  polls: 1,
  renderMs: 0,
  renderHold: undefined,
  pollErrors: 0,
  outcome: "completed",
  file: "ok",
  hold: undefined,
  headersMs: 0,
  firstMs: 0,
  chunkMs: 0,
  oneByOne: false,
  keepAliveMs: 0,
  split: 0,
  splitMs: 0,
  contentType: undefined,
  noUsage: false,
  noDone: false,
  fault: undefined,
  after: undefined,
  status: 500,
  body: "json",
  retryAfter: undefined,
  code: undefined,
  message: undefined,
};

/** Later settings win. */
export const toBehaviour = (...settings: readonly Settings[]): Behaviour =>
  Object.assign({}, DEFAULT_BEHAVIOUR, ...settings) as Behaviour;
