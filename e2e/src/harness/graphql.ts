import { createClient, type Client } from "graphql-ws";
import { WebSocket } from "ws";
import type { System } from "./system";

/** One event of a chat answer, with the fields of all event types. */
export interface ChatEvent {
  readonly __typename: "ChatStarted" | "ChatDelta" | "ChatToolCallDelta" | "ChatFinished" | "ChatFailed";
  readonly requestId?: string;
  readonly model?: string;
  readonly content?: string | null;
  readonly name?: string | null;
  readonly arguments?: string;
  readonly finishReason?: string;
  readonly usage?: {
    readonly promptTokens: number;
    readonly completionTokens: number;
    readonly costUsd: string;
    readonly costMxn: string;
  };
  readonly code?: string;
  readonly message?: string;
}

export const CHAT_TOKENS = `subscription ($input: ChatInput!, $key: String) { chatTokens(input: $input, idempotencyKey: $key) {
  __typename
  ... on ChatStarted { requestId model }
  ... on ChatDelta { content }
  ... on ChatToolCallDelta { index id name arguments }
  ... on ChatFinished { finishReason usage { promptTokens completionTokens costUsd costMxn } }
  ... on ChatFailed { code message requestId }
} }`;

/** One user message. */
export const chatInput = (content: string, rest: object = {}) => ({
  model: "openai/gpt-4o-mini",
  messages: [{ role: "USER", content }],
  ...rest,
});

export interface SocketOptions {
  readonly key?: string;
  readonly origin?: string;
}

/** graphql-ws's own client. The caller disposes of it. */
export const openGraphql = (
  system: Pick<System, "baseUrl" | "key">,
  { key = system.key, origin }: SocketOptions = {},
): Client => {
  class FromOrigin extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols, origin === undefined ? {} : { origin });
    }
  }
  return createClient({
    url: `${system.baseUrl.replace("http", "ws")}/graphql`,
    connectionParams: { authorization: `Bearer ${key}` },
    webSocketImpl: FromOrigin,
    retryAttempts: 0,
  });
};

/** A complete answer, event by event. */
export const chatEvents = async (client: Client, input: object, idempotencyKey?: string): Promise<ChatEvent[]> => {
  const events: ChatEvent[] = [];
  for await (const { data, errors } of client.iterate<{ chatTokens: ChatEvent }>({
    query: CHAT_TOKENS,
    variables: { input, key: idempotencyKey },
  })) {
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    if (data?.chatTokens !== undefined && data.chatTokens !== null) events.push(data.chatTokens);
  }
  return events;
};

export const textOf = (events: readonly ChatEvent[]): string => events.map(({ content }) => content ?? "").join("");
