import type { Client } from "@urql/core";
import { PAID } from "../../api/api";
import { CONNECTION_LOST, type Refusal, refusalOf } from "../../api/refusal";
import { ChatDocument, type ChatInput } from "../../generated/operations";
import type { ChatEvent } from "./conversation";

export interface ChatListener {
  readonly heard: (event: ChatEvent) => void;
  /** It ended without a last word of its own. */
  readonly refused: (refusal: Refusal) => void;
}

/** Asks once; a lost connection ends the answer. @returns How to stop it: the provider stops at once, too. */
export const startChat = (client: Client, input: ChatInput, { heard, refused }: ChatListener): (() => void) => {
  const subscription = client.subscription(ChatDocument, { input }, PAID).subscribe(({ data, error, hasNext }) => {
    if (error !== undefined) refused(refusalOf(error));
    else if (!hasNext) refused(CONNECTION_LOST);
    else if (data !== undefined) heard(data.chatTokens);
  });
  return () => {
    subscription.unsubscribe();
  };
};
