import { type Client, CombinedError } from "@urql/core";
import { GraphQLError } from "graphql";
import { CONNECTION_LOST, type Refusal } from "../../api/refusal";
import type { ChatEvent } from "./conversation";
import { startChat } from "./start-chat";

type Result = { readonly data?: unknown; readonly error?: CombinedError; readonly hasNext: boolean };

/** Starts a chat. @returns The callbacks' arguments, and a function that sends the server's results. */
const start = () => {
  const events: ChatEvent[] = [];
  const refusals: Refusal[] = [];
  const contexts: unknown[] = [];
  let send = (_result: Result): void => {};
  let isOpen = true;
  const client = {
    subscription: (_document: unknown, _variables: unknown, context: unknown) => {
      contexts.push(context);
      return {
        subscribe(listener: (result: Result) => void) {
          send = listener;
          return {
            unsubscribe() {
              isOpen = false;
            },
          };
        },
      };
    },
  } as unknown as Client;
  const stop = startChat(
    client,
    { model: "openai/gpt-6-luna", messages: [] },
    {
      onEvent: (event) => events.push(event),
      onRefusal: (refusal) => refusals.push(refusal),
    },
  );
  return { events, refusals, contexts, stop, isOpen: () => isOpen, send: (result: Result) => send(result) };
};

const DELTA = { __typename: "ChatDelta", content: "Hello" };

describe("a chat", () => {
  it("shows each event", () => {
    const chat = start();
    chat.send({ data: { chatTokens: DELTA }, hasNext: true });
    expect(chat).toMatchObject({ events: [DELTA], refusals: [] });
  });

  it("is sent once: after a lost connection it is over, because again it would cost again", () => {
    const chat = start();
    chat.send({ data: { chatTokens: DELTA }, hasNext: true });
    chat.send({ data: { chatTokens: DELTA }, hasNext: false });
    expect(chat).toMatchObject({ events: [DELTA], refusals: [CONNECTION_LOST], contexts: [{ isPaid: true }] });
  });

  it("is over with its last event: what ends after it would be taken for the next question's answer", () => {
    for (const last of [{ __typename: "ChatFinished" }, { __typename: "ChatFailed" }]) {
      const chat = start();
      chat.send({ data: { chatTokens: last }, hasNext: true });
      chat.send({ data: { chatTokens: last }, hasNext: false });
      expect(chat).toMatchObject({ events: [last], refusals: [] });
    }
  });

  it("says why the server refused it", () => {
    const chat = start();
    const refused = new GraphQLError("No.", { extensions: { code: "insufficient_balance" } });
    chat.send({ error: new CombinedError({ graphQLErrors: [refused] }), hasNext: false });
    expect(chat).toMatchObject({ events: [], refusals: [{ code: "insufficient_balance", message: "No." }] });
  });

  it("can be stopped", () => {
    const chat = start();
    chat.stop();
    expect(chat.isOpen()).toBe(false);
  });
});
