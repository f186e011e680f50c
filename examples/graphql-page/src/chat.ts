import type { Ending, GraphqlClient } from "./clients/client";
import { ChatDocument, type ChatInput, type ChatPieceFragment, ResumeChatDocument } from "./generated/operations";
import { keepAsking } from "./keep-asking";
import { Refusal } from "./refusal";

export type ChatFinished = Extract<ChatPieceFragment, { readonly __typename: "ChatFinished" }>;

export interface ChatView {
  started(model: string): void;
  /** Text to append. */
  wrote(text: string): void;
  /** The connection was lost; the answer continues, and will be resumed. */
  lost(): void;
  /** The last event of a complete answer. */
  finished(event: ChatFinished): void;
  /** The last event of an incomplete answer. */
  failed(refusal: Refusal): void;
}

const CUT: Ending = {
  kind: "refused",
  refusal: new Refusal("connection_lost", "The connection was lost before the answer began. Ask again."),
};

/**
 * One answer, requested once, over any number of connections.
 * @returns A function to stop it, which stops the provider at once, too.
 */
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
      if (last !== undefined)
        return client.subscribe(
          ResumeChatDocument,
          { after: last },
          {
            next: ({ resumeChat }) => {
              next(resumeChat);
            },
            end,
          },
        );
      return client.subscribe(
        ChatDocument,
        { input },
        {
          next: ({ chatTokens }) => {
            next(chatTokens);
          },
          // There is no event to resume after, and a new request might be paid twice.
          end: (ending) => {
            end(ending.kind === "lost" && last === undefined ? CUT : ending);
          },
        },
      );
    },
    lost: () => {
      view.lost();
    },
    ended: (refusal) => {
      if (!isWhole) view.failed(refusal ?? new Refusal("connection_lost", "The answer is not whole."));
    },
  });
};
