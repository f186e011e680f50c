import type { StartedProcess } from "../processes/start-process";
import type { Target } from "../targets/target";
import { subscribeToChat } from "./chat-subscription";

/** How soon a provider's token reaches a subscriber. */
export interface DeliveryResult {
  /** Milliseconds, sorted. */
  readonly deliveryMs: readonly number[];
}

export interface DeliveryOptions {
  readonly gateway: Target;
  readonly simulator: StartedProcess;
  readonly times: number;
}

/** @returns Milliseconds from releasing the simulator's second token to its arrival. */
const deliverOne = ({ gateway, simulator }: DeliveryOptions, hold: string): Promise<number> =>
  new Promise((resolve, reject) => {
    let releasedMs: number | undefined;
    subscribeToChat({
      gateway,
      directive: `words=2 hold=${hold} after=1`,
      onFailure: reject,
      onDelta() {
        if (releasedMs !== undefined) {
          resolve(performance.now() - releasedMs);
          return;
        }
        releasedMs = performance.now();
        fetch(`${simulator.url}/__simulator/release?hold=${hold}`, { method: "POST" }).then(({ ok, status }) => {
          if (!ok) reject(new Error(`The simulator did not send on: status ${status}.`));
        }, reject);
      },
    });
  });

/**
 * Measures how long a token takes from the provider to a subscriber. The time includes the request that releases the
 * token, so it is somewhat too long.
 */
export const measureDelivery = async (options: DeliveryOptions): Promise<DeliveryResult> => {
  const deliveryMs: number[] = [];
  for (let count = 0; count < options.times; count++) deliveryMs.push(await deliverOne(options, `delivery-${count}`));
  return { deliveryMs: deliveryMs.toSorted((a, b) => a - b) };
};
