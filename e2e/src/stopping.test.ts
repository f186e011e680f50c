import { callContext, openBilling, openInference } from "./harness/grpc";
import { ask } from "./harness/client";
import { eventually } from "./harness/eventually";
import { grpcChat } from "./harness/grpc-chat";
import { newPayer } from "./harness/payer";
import { withSystem } from "./harness/with-system";

const harness = withSystem();

const HELD = "[[sim words=20 hold=stop after=3]]";

test("at a stop neither REST nor gRPC takes new calls, while those under way over both end whole", async () => {
  const { client, system, simulator } = harness();
  const { org, key } = await newPayer(system);
  const inference = openInference(system);
  const billing = openBilling(system);
  const overRest = await client.post("/v1/chat/completions", ask(HELD, { stream: true }), { key });
  const overGrpc = inference.client
    .streamChatCompletion({
      context: callContext(org),
      chat: grpcChat(HELD),
    })
    [Symbol.asyncIterator]();
  await overGrpc.next();

  const stopped = system.stop();
  await eventually("REST takes no more calls", async () => (await fetch(`${system.baseUrl}/readyz`)).status === 503);
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
