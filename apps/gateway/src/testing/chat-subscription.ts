import type { InferenceService } from "@cenote/contracts";
import { createEventFeed, type EventFeed } from "./event-feed";
import { SAMPLE_KEY } from "./samples";
import { type RunningGateway, type StartOptions, startGateway } from "./start-gateway";

export const CHAT = `subscription ($input: ChatInput!) { chatTokens(input: $input) {
  __typename
  ... on ChatStarted { requestId model role }
  ... on ChatDelta { content reasoning }
  ... on ChatToolCallDelta { index id name arguments }
  ... on ChatFinished { finishReason usage { promptTokens costUsd costMxn } }
  ... on ChatFailed { code message requestId retryable }
} }`;
export const input = { model: "openai/gpt-4o-mini", messages: [{ role: "USER", content: "hi" }] };
export const subscribe = (id: string, variables: object = { input }) => ({
  type: "subscribe",
  id,
  payload: { query: CHAT, variables },
});
export const keyHeaders = { authorization: `Bearer ${SAMPLE_KEY}` };

export interface World extends RunningGateway {
  /** The streams the gateway opened, in order. */
  readonly feeds: EventFeed[];
  readonly opened: (count: number) => Promise<EventFeed>;
}

export const eventOf = (message: { readonly payload?: unknown }): Record<string, unknown> =>
  (message.payload as { readonly data: { readonly chatTokens: Record<string, unknown> } }).data.chatTokens;

/** Gateways whose chat streams the test controls, closed after each test. */
export const chatGateways = () => {
  const running: RunningGateway[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ gateway }) => gateway.close(0)));
  });

  const start = async (options: StartOptions = {}): Promise<World> => {
    const feeds: EventFeed[] = [];
    let wake = () => {};
    const inference: Partial<InferenceService> = {
      streamChatCompletion: (_request, signal) => {
        const feed = createEventFeed(signal);
        feeds.push(feed);
        wake();
        return feed;
      },
    };
    const gateway = await startGateway({ ...options, inference: { ...inference, ...options.inference } });
    running.push(gateway);
    return {
      ...gateway,
      feeds,
      async opened(count) {
        while (feeds.length < count)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        return feeds[count - 1] as EventFeed;
      },
    };
  };

  return { running, start };
};
