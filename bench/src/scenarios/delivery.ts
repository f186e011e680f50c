import { createClient } from "graphql-ws";
import { WebSocket } from "ws";
import type { StartedProcess } from "../processes/start-process";
import { CHAT_MODEL } from "../targets/gateway-config";
import type { Target } from "../targets/target";
import { messages } from "./prompt";

/** How soon a provider's token is with a subscriber. */
export interface DeliveryResult {
  /** Milliseconds, sorted. */
  readonly deliveryMs: readonly number[];
}

export interface DeliveryOptions {
  readonly gateway: Target;
  readonly simulator: StartedProcess;
  readonly times: number;
}

const SUBSCRIPTION =
  "subscription ($input: ChatInput!) { chatTokens(input: $input) { __typename ... on ChatFailed { code } } }";

/** @returns Milliseconds from letting the simulator send its second token until that token is here. */
const deliverOne = ({ gateway, simulator }: DeliveryOptions, hold: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const client = createClient({
      url: `ws://127.0.0.1:${gateway.port}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
      connectionParams: { authorization: gateway.headers["authorization"] ?? "" },
    });
    const input = {
      model: gateway.modelName(CHAT_MODEL),
      messages: messages(`words=2 hold=${hold} after=1`).map(({ role, content }) => ({
        role: role.toUpperCase(),
        content,
      })),
    };
    let releasedMs: number | undefined;
    client.subscribe<{ readonly chatTokens: { readonly __typename: string } }>(
      { query: SUBSCRIPTION, variables: { input } },
      {
        next({ data, errors }) {
          if (errors !== undefined || data?.chatTokens.__typename === "ChatFailed")
            reject(new Error(`A subscription failed: ${JSON.stringify(errors ?? data)}`));
          if (data?.chatTokens.__typename !== "ChatDelta") return;
          if (releasedMs !== undefined) {
            resolve(performance.now() - releasedMs);
            return;
          }
          releasedMs = performance.now();
          fetch(`${simulator.url}/__simulator/release?hold=${hold}`, { method: "POST" }).then(({ ok, status }) => {
            if (!ok) reject(new Error(`The simulator did not send on: status ${status}.`));
          }, reject);
        },
        error: (error) => {
          reject(error instanceof Error ? error : new Error(JSON.stringify(error)));
        },
        complete() {
          void client.dispose();
        },
      },
    );
  });

/**
 * Measures how long a token is under way from the provider to a subscriber. The request that makes the simulator send it
 * is part of the time, which is therefore somewhat too long.
 */
export const measureDelivery = async (options: DeliveryOptions): Promise<DeliveryResult> => {
  const deliveryMs: number[] = [];
  for (let count = 0; count < options.times; count++) deliveryMs.push(await deliverOne(options, `delivery-${count}`));
  return { deliveryMs: deliveryMs.toSorted((a, b) => a - b) };
};
