import type { ChatEvent, ChatStarted } from "@cenote/contracts";
import type { CenoteError } from "@cenote/core";

export interface WrittenEvent extends ChatEvent {
  /** Its index in a resumable answer. A reader may begin at any event, so the event's text must be the same for all. */
  readonly index?: number;
}

/** Turns the events of one answer into server-sent events, in the format of one API. */
export interface AnswerWriter {
  /** @returns The text to send for the events; empty if the API has nothing for them. */
  write(events: readonly WrittenEvent[]): string;
  /** True once the last event of a complete answer has been written. */
  isFinished(): boolean;
  /** Sent after the last event of a complete answer; may be empty. */
  readonly end: string;
  /**
   * @param requestId Of this request. The charged call may be an earlier one.
   * @returns The event that ends a failed answer, with its error.
   */
  failed(error: CenoteError, requestId: string): string;
}

/** Facts that are known when an answer begins. */
export interface BegunAnswer {
  /** Id of the charged call. */
  readonly requestId: string;
  readonly started: ChatStarted;
}
