import {
  type BillingService,
  BillingServiceDefinition,
  type InferenceService,
  InferenceServiceDefinition,
} from "@cenote/contracts";
import { createGrpcClient } from "@cenote/rpc";
import { ask } from "./harness/client";
import { eventually } from "./harness/eventually";
import { grpcChat } from "./harness/grpc-chat";
import { PATIENCE_MS } from "./harness/limits";
import { newPayer } from "./harness/payer";
import { withSystem } from "./harness/with-system";

const bench = withSystem();

const HELD = "[[sim words=20 hold=stop after=3]]";

test("at a stop neither REST nor gRPC takes new calls, while those under way over both end whole", async () => {
  const { client, system, simulator } = bench();
  const { org, key } = await newPayer(system);
  const options = { address: `127.0.0.1:${system.grpcPort}`, token: system.token, deadlineMs: PATIENCE_MS };
  const inference = createGrpcClient<InferenceService>(InferenceServiceDefinition, options);
  const billing = createGrpcClient<BillingService>(BillingServiceDefinition, options);
  const overRest = await client.post("/v1/chat/completions", ask(HELD, { stream: true }), { key });
  const overGrpc = inference.client
    .streamChatCompletion({
      context: { requestId: "", organizationId: org, keyId: "", zdr: false, idempotencyKey: "" },
      chat: grpcChat(HELD),
    })
    [Symbol.asyncIterator]();
  await overGrpc.next();

  const stopped = system.stop();
  await eventually("REST takes no more calls", async () =>
    (await fetch(`${system.baseUrl}/readyz`)).status === 503 ? true : undefined,
  );
  await eventually("gRPC takes no more calls", () =>
    billing.client.getFxRate({}).then(
      () => undefined,
      () => true,
    ),
  );
  await simulator.release("stop");
  expect(await overRest.text()).toContain("[DONE]");
  while ((await overGrpc.next()).done !== true);
  expect(await stopped).toBe(0);
  inference.close();
  billing.close();
});
