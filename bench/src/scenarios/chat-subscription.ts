import { createClient } from "graphql-ws";
import { WebSocket } from "ws";
import { CHAT_MODEL } from "../targets/gateway-config";
import type { Target } from "../targets/target";
import { messages } from "./prompt";

export const CHAT_SUBSCRIPTION =
  "subscription ($input: ChatInput!) { chatTokens(input: $input) { __typename ... on ChatDelta { content } ... on ChatStarted { requestId } ... on ChatFailed { code } } }";

/** The input of a chat whose answer a directive of the simulator fixes. */
export const chatInput = (gateway: Target, directive: string) => ({
  model: gateway.modelName(CHAT_MODEL),
  messages: messages(directive).map(({ role, content }) => ({ role: role.toUpperCase(), content })),
});

export interface SubscribedChat {
  readonly gateway: Target;
  /** A directive of the simulator. */
  readonly directive: string;
  /** Called with each token. */
  readonly onDelta: () => void;
  readonly onFailure: (error: Error) => void;
}

/** One subscription on its own socket, which is closed when the subscription has ended. @returns Unsubscribes. */
export const subscribeToChat = ({ gateway, directive, onDelta, onFailure }: SubscribedChat): (() => void) => {
  const client = createClient({
    url: `ws://127.0.0.1:${gateway.port}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { authorization: gateway.headers["authorization"] ?? "" },
  });
  return client.subscribe<{ readonly chatTokens: { readonly __typename: string } }>(
    { query: CHAT_SUBSCRIPTION, variables: { input: chatInput(gateway, directive) } },
    {
      next({ data, errors }) {
        if (errors !== undefined || data?.chatTokens.__typename === "ChatFailed")
          onFailure(new Error(`A subscription failed: ${JSON.stringify(errors ?? data)}`));
        else if (data?.chatTokens.__typename === "ChatDelta") onDelta();
      },
      error(error) {
        onFailure(error instanceof Error ? error : new Error(JSON.stringify(error)));
      },
      complete() {
        void client.dispose();
      },
    },
  );
};
