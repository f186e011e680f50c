import type { Ending, GraphqlClient } from "./clients/client";
import { ChatDocument, type ChatInput, type ChatPieceFragment, ResumeChatDocument } from "./generated/operations";
import { keepAsking } from "./keep-asking";
import { Refusal } from "./refusal";

export type ChatFinished = Extract<ChatPieceFragment, { readonly __typename: "ChatFinished" }>;

export interface ChatView {
  started(model: string): void;
  /** To be appended. */
  wrote(text: string): void;
  /** The connection is gone; the answer goes on, and so will this. */
  lost(): void;
  /** The last word, where it is whole. */
  finished(event: ChatFinished): void;
  /** The last word, where it is not. */
  failed(refusal: Refusal): void;
}

const CUT: Ending = { kind: "refused", refusal: new Refusal("connection_lost", "The connection was lost before the answer began. Ask again.") };

/** One answer, asked for once, through any number of connections. @returns How to stop it: the provider stops at once, too. */
export const startChat = (client: GraphqlClient, input: ChatInput, view: ChatView): (() => void) => {
  let last: string | undefined;
  let isWhole = false;

  /** @returns How the answer ended, if this was the last of it. */
  const show = (event: ChatPieceFragment): Ending | undefined => {
    switch (event.__typename) {
      case "ChatStarted":
        view.started(event.model);
        break;
      case "ChatDelta":
        view.wrote(event.content ?? "");
        break;
      case "ChatFinished":
        isWhole = true;
        view.finished(event);
        return { kind: "complete" };
      case "ChatFailed":
        return { kind: "refused", refusal: new Refusal(event.code, event.message) };
      case "ChatToolCallDelta":
    }
    last = event.eventId ?? last;
    return undefined;
  };

  return keepAsking({
    ask({ heard, end }) {
      const next = (event: ChatPieceFragment): void => {
        heard();
        const ending = show(event);
        if (ending !== undefined) end(ending);
      };
      if (last !== undefined) return client.subscribe(ResumeChatDocument, { after: last }, { next: ({ resumeChat }) => { next(resumeChat); }, end });
      return client.subscribe(ChatDocument, { input }, {
        next: ({ chatTokens }) => { next(chatTokens); },
        // Nothing to go on behind, and asking anew might be paid for twice.
        end: (ending) => { end(ending.kind === "lost" && last === undefined ? CUT : ending); },
      });
    },
    lost: () => { view.lost(); },
    ended: (refusal) => { if (!isWhole) view.failed(refusal ?? new Refusal("connection_lost", "The answer is not whole.")); },
  });
};
