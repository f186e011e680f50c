import type { ChatEvent, ChatStarted } from "@cenote/contracts";
import type { CenoteError } from "@cenote/core";

export interface WrittenEvent extends ChatEvent {
  /** Its place in the answer, where a reader may begin in the middle: what it says must be the same for all. */
  readonly index?: number;
}

/** Turns the events of one answer into server-sent events, in the words of one API. */
export interface AnswerWriter {
  /** @returns What to send for the events, in one piece; empty where they say nothing to the caller. */
  write(events: readonly WrittenEvent[]): string;
  /** True once the last event of a whole answer has been written. */
  isFinished(): boolean;
  /** Follows the last event of a whole answer; empty where nothing does. */
  readonly end: string;
  /**
   * @param requestId Of the request, which may not be the one that was paid for.
   * @returns What tells that the answer breaks off, and why.
   */
  failed(error: CenoteError, requestId: string): string;
}

/** What is known when an answer begins. */
export interface BegunAnswer {
  /** Id of the call that is paid for. */
  readonly requestId: string;
  readonly started: ChatStarted;
}
