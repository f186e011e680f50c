import type { Client } from "@urql/core";
import { PAID } from "../../api/api";
import { CONNECTION_LOST, type Refusal, refusalOf } from "../../api/refusal";
import { ChatDocument, type ChatInput } from "../../generated/operations";
import type { ChatEvent } from "./conversation";

export interface ChatListener {
  readonly onEvent: (event: ChatEvent) => void;
  /** The answer ended without a final event. */
  readonly onRefusal: (refusal: Refusal) => void;
}

const isLast = ({ __typename }: ChatEvent): boolean => __typename === "ChatFinished" || __typename === "ChatFailed";

/** Sends the call once; a lost connection ends the answer. @returns Stops the answer, also at the provider. */
export const startChat = (client: Client, input: ChatInput, { onEvent, onRefusal }: ChatListener): (() => void) => {
  let isOver = false;
  const subscription = client.subscription(ChatDocument, { input }, PAID).subscribe(({ data, error, hasNext }) => {
    if (isOver) return;
    isOver = error !== undefined || !hasNext || (data !== undefined && isLast(data.chatTokens));
    if (error !== undefined) onRefusal(refusalOf(error));
    else if (!hasNext) onRefusal(CONNECTION_LOST);
    else if (data !== undefined) onEvent(data.chatTokens);
  });
  return () => {
    subscription.unsubscribe();
  };
};
