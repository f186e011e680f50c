import type { ChatEvent, StreamChatCompletionResponse } from "@cenote/contracts";
import type { CenoteError } from "@cenote/core";

export type AnswerEvent = NonNullable<ChatEvent["event"]>;

/** A kept event of an answer, in the contract's types. If an error ended the answer, `failed` replaces `finished`. */
export type KeptEvent = AnswerEvent | { readonly $case: "failed"; readonly value: CenoteError };

/** An event and its index in the answer, from 0. */
export interface NumberedEvent {
  readonly index: number;
  readonly event: KeptEvent;
}

/** The events of one message, in order. Adjacent pieces of text are joined. Pure. */
export const joinText = ({ events }: StreamChatCompletionResponse): AnswerEvent[] => {
  const joined: AnswerEvent[] = [];
  for (const { event } of events) {
    const last = joined.at(-1);
    if (event?.$case === "text" && last?.$case === "text")
      joined[joined.length - 1] = { $case: "text", value: last.value + event.value };
    else if (event !== undefined) joined.push(event);
  }
  return joined;
};
