import { type BillingService, BillingServiceDefinition } from "@cenote/contracts";
import { createGrpcClient } from "@cenote/rpc";
import { PATIENCE_MS } from "./limits";
import type { System } from "./system";

/**
 * Calls billing over gRPC: a process of the operator's tool for every poll would slow down the machine that is waited
 * for.
 */
export const withBilling = async <Answer>(
  { grpcPort, token }: Pick<System, "grpcPort" | "token">,
  ask: (billing: BillingService) => Promise<Answer>,
): Promise<Answer> => {
  // A new client each time: one that outlives a killed system would wait out its reconnect backoff.
  const channel = createGrpcClient<BillingService>(BillingServiceDefinition, {
    address: `127.0.0.1:${grpcPort}`,
    token,
    deadlineMs: PATIENCE_MS,
  });
  try {
    return await ask(channel.client);
  } finally {
    channel.close();
  }
};
