import {
  type BillingService,
  BillingServiceDefinition,
  type InferenceService,
  InferenceServiceDefinition,
} from "@cenote/contracts";
import { createGrpcClient } from "./grpc-client";
import { createGrpcServer } from "./grpc-server";
import { inProcess } from "./in-process";
import { transportContract } from "./transport.contract";

transportContract("in process", ({ billing, inference, log }) =>
  Promise.resolve({
    billing: inProcess<BillingService>(BillingServiceDefinition, billing, { log }),
    inference: inProcess<InferenceService>(InferenceServiceDefinition, inference, { log }),
    close: () => Promise.resolve(),
  }),
);

transportContract("over gRPC", async ({ billing, inference, log }) => {
  const server = createGrpcServer({ host: "127.0.0.1", port: 0, token: "internal", log });
  server.add(BillingServiceDefinition, billing);
  server.add(InferenceServiceDefinition, inference);
  const options = { address: `127.0.0.1:${await server.listen()}`, token: "internal", deadlineMs: 100_000 };
  const [billingClient, inferenceClient] = [
    createGrpcClient<BillingService>(BillingServiceDefinition, options),
    createGrpcClient<InferenceService>(InferenceServiceDefinition, options),
  ];
  return {
    billing: billingClient.client,
    inference: inferenceClient.client,
    async close() {
      billingClient.close();
      inferenceClient.close();
      await server.drain(0);
    },
  };
});
