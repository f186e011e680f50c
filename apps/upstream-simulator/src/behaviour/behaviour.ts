/** How an answer is to be given: what it says, when, and what goes wrong. */
export interface Behaviour {
  /** Exact length of the text, in words. Undefined: a length that follows from the prompt. */
  readonly words: number | undefined;
  /** The exact text, in place of a made one. */
  readonly text: string | undefined;
  /** Words of reasoning before the text. Undefined: what the model does by itself. */
  readonly reasoning: number | undefined;
  /** Prompt tokens reported as read from the cache. */
  readonly cached: number;
  /** How many tools are called. Undefined: what the request asks for. */
  readonly tools: number | undefined;
  /** The model declines, in the refusal field. */
  readonly refuse: boolean;
  /** The finish reason told, whatever happened. */
  readonly finish: string | undefined;

  /** Images made, where fewer than asked for. */
  readonly made: number | undefined;
  /** Polls of a video job that find it running. */
  readonly polls: number;
  /** From the submission on, for which a video job is running whatever is asked. */
  readonly renderMs: number;
  /** Name of what a video job is running until the release of, whatever is asked. */
  readonly renderHold: string | undefined;
  /** Polls of a video job that fail with 503 first. */
  readonly pollErrors: number;
  /** What becomes of a video job. */
  readonly outcome: VideoOutcome;
  /** What becomes of a made file. */
  readonly file: FileFate;

  /** Name of what the answer waits for before its status line, or where `after` says so, before that piece of a stream. */
  readonly hold: string | undefined;
  /** Wait before the status line. */
  readonly headersMs: number;
  /** Wait before the first content; of a plain answer: added to `headersMs`. */
  readonly firstMs: number;
  /** Wait between two pieces of content. */
  readonly chunkMs: number;
  /** Without a wait, but each piece leaves before the next is written. */
  readonly oneByOne: boolean;
  /** Spacing of comments while waiting: `: keep-alive` in a stream, an empty line in a plain answer. 0: none. */
  readonly keepAliveMs: number;
  /** Bytes in one write. 0: each event as one. */
  readonly split: number;
  /** Wait between two of those writes. */
  readonly splitMs: number;

  readonly contentType: string | undefined;
  readonly noUsage: boolean;
  readonly noDone: boolean;
  readonly fault: FaultKind | undefined;
  /** Pieces of content (words, of a text) before the fault or the hold. Undefined: their own place. */
  readonly after: number | undefined;
  readonly status: number;
  readonly body: "json" | "html" | "empty";
  /** Seconds or an HTTP date, as sent. */
  readonly retryAfter: string | undefined;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

export const FAULT_KINDS = [
  "status", "reset", "cut", "stall", "hang", "hang_headers", "error_200", "malformed", "error_event",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * `failed`: told by the provider. `crashed`: its own fault. `filtered`: by its content policy. `empty`: a success without a
 * video. `forgotten`: the job can't be found.
 */
export const VIDEO_OUTCOMES = ["completed", "failed", "crashed", "filtered", "empty", "forgotten"] as const;
export type VideoOutcome = (typeof VIDEO_OUTCOMES)[number];

/**
 * `vanished`: 404. `wrong_type`: a web page. `huge`: two gigabytes, untold. `redirect`: to the file. `redirect_loop`: to
 * itself. `redirect_private`: to the address of a cloud's metadata.
 */
export const FILE_FATES = ["ok", "vanished", "wrong_type", "huge", "redirect", "redirect_loop", "redirect_private"] as const;
export type FileFate = (typeof FILE_FATES)[number];

/** What one source of behaviour sets. */
export type Settings = Partial<Behaviour>;

/** Settings out of a prompt, for those calls that match. */
export interface Directive {
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly settings: Settings;
}

export const DEFAULT_BEHAVIOUR: Behaviour = {
  words: undefined, text: undefined, reasoning: undefined, cached: 0, tools: undefined, refuse: false, finish: undefined,
  made: undefined, polls: 1, renderMs: 0, renderHold: undefined, pollErrors: 0, outcome: "completed", file: "ok",
  hold: undefined, headersMs: 0, firstMs: 0, chunkMs: 0, oneByOne: false, keepAliveMs: 0, split: 0, splitMs: 0,
  contentType: undefined, noUsage: false, noDone: false,
  fault: undefined, after: undefined, status: 500, body: "json", retryAfter: undefined, code: undefined, message: undefined,
};

/** Later settings win. */
export const toBehaviour = (...settings: readonly Settings[]): Behaviour => Object.assign({}, DEFAULT_BEHAVIOUR, ...settings) as Behaviour;
