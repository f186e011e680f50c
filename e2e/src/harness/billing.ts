import { type BillingService, BillingServiceDefinition } from "@cenote/contracts";
import { createGrpcClient } from "@cenote/rpc";
import { PATIENCE_MS } from "./limits";
import type { System } from "./system";

/** Asks billing over gRPC: a process of the operator's tool for each question of a wait would load the machine that is waited for. */
export const withBilling = async <Answer>({ grpcPort, token }: Pick<System, "grpcPort" | "token">, ask: (billing: BillingService) => Promise<Answer>): Promise<Answer> => {
  // A client of its own each time: one kept over the death of a system would wait out its pauses between tries to connect.
  const channel = createGrpcClient<BillingService>(BillingServiceDefinition, { address: `127.0.0.1:${grpcPort}`, token, deadlineMs: PATIENCE_MS });
  try {
    return await ask(channel.client);
  } finally {
    channel.close();
  }
};
