import "reflect-metadata";
import type { ReasoningDetail } from "@cenote/contracts";
import { toChatCall } from "./to-chat-call";
import { toChatEvent } from "./to-graphql";

const DETAILS: readonly ReasoningDetail[] = [
  { family: "anthropic", text: "Hm.", signature: "s==", encrypted: "", toolCallId: "", madeBy: "a/claude" },
  { family: "google", text: "", signature: "", encrypted: "e==", toolCallId: "c1", madeBy: "g/gemini" },
];

test("signed reasoning from the deltas of `chatTokens` goes back with the next turn, unchanged", () => {
  const reasoningDetails = DETAILS.map((value) => {
    const event = toChatEvent("req_1", { $case: "reasoningDetail", value });
    if (event.__typename !== "ChatDelta") throw new Error(event.__typename);
    return event.reasoningDetail;
  });
  const toolCalls = [{ id: "c1", name: "f", arguments: "{}" }];
  const { chat } = toChatCall({
    model: "a/claude",
    messages: [
      { role: "user", content: "x" },
      { role: "assistant", reasoning: "Hm.", reasoningDetails, toolCalls },
      { role: "tool", toolCallId: "c1", content: "7" },
    ],
  });
  expect(chat.messages[1]).toMatchObject({ reasoning: "Hm.", reasoningDetails: DETAILS, toolCalls });
});
