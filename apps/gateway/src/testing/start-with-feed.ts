import { createEventFeed, type EventFeed } from "./event-feed";
import { type RunningGateway, type StartOptions, startGateway } from "./start-gateway";

export interface GatewayWithFeed extends RunningGateway {
  /** The feed of the next chat stream, once it is opened. */
  readonly opened: Promise<EventFeed>;
}

/** A gateway whose next chat stream the test controls. */
export const startWithFeed = async (options: StartOptions): Promise<GatewayWithFeed> => {
  const opened = Promise.withResolvers<EventFeed>();
  const gateway = await startGateway({
    ...options,
    inference: {
      streamChatCompletion: (_request, signal) => {
        const feed = createEventFeed(signal);
        opened.resolve(feed);
        return feed;
      },
    },
  });
  return { ...gateway, opened: opened.promise };
};
