import { InferenceServiceDefinition, type InferenceService } from "@cenote/contracts";
import { createGrpcClient } from "@cenote/rpc";
import { CHAT_MODEL } from "./harness/cenote-yaml";
import { ask } from "./harness/client";
import { balanceOf } from "./harness/ledger";
import { withSystem } from "./harness/with-system";

const bench = withSystem();
/** Longer than calls between services usually may take; a model that thinks takes minutes. */
const SLOW = "[[sim words=3 first_ms=20000]]";

test("an answer that takes its time is waited for, over REST and over gRPC", async () => {
  const { client, system } = bench();
  const { org } = await balanceOf(system, "demo");
  const grpc = createGrpcClient<InferenceService>(InferenceServiceDefinition, { address: `127.0.0.1:${system.grpcPort}`, token: system.token, deadlineMs: 60_000 });
  const message = { role: "user", content: [{ part: { $case: "text" as const, value: SLOW } }], name: "", toolCalls: [], toolCallId: "", reasoning: "", reasoningDetails: [], refusal: "" };
  const chat = {
    model: CHAT_MODEL, messages: [message], stop: [], tools: [], responseFormat: undefined, toolChoice: undefined, logitBias: {}, fallbackModels: [], continueOnCut: false,
  };
  const context = { requestId: "", organizationId: org, keyId: "", zdr: false, idempotencyKey: "" };
  try {
    const [rest, other] = await Promise.allSettled([client.post("/v1/chat/completions", ask(SLOW)), grpc.client.createChatCompletion({ context, chat })]);
    expect({ rest: rest.status === "fulfilled" ? rest.value.status : rest.reason, grpc: other }).toMatchObject({ rest: 200, grpc: { status: "fulfilled" } });
  } finally {
    grpc.close();
  }
});
