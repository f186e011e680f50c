import type { BillingService } from "@cenote/contracts";
import { openBilling } from "./grpc";
import { eventually } from "./eventually";
import type { System } from "./system";

const isOverloaded = (error: unknown): boolean => (error as { readonly code?: unknown }).code === "overloaded";

/**
 * Calls billing over gRPC: one process of the operator's tool per poll would slow down the machine that is waited for.
 * @param ask Repeated while billing returns `overloaded`, as it does if its database stalls for seconds.
 */
export const withBilling = async <Answer>(
  system: Pick<System, "grpcPort" | "token">,
  ask: (billing: BillingService) => Promise<Answer>,
): Promise<Answer> => {
  // A new client each time: an older one could still be waiting in its reconnect backoff after the system was killed.
  const channel = openBilling(system);
  try {
    const { answer } = await eventually("an answer of billing", async () => {
      try {
        return { answer: await ask(channel.client) };
      } catch (error) {
        if (isOverloaded(error)) return undefined;
        throw error;
      }
    });
    return answer;
  } finally {
    channel.close();
  }
};
