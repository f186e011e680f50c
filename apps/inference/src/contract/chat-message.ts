import type { CreateChatCompletionResponse } from "@cenote/contracts";
import type { ChatAnswer } from "@cenote/providers";
import { toContractReasoningDetail } from "./chat-events";

/** Converts the message of a plain answer to the contract's types. */
export const toContractMessage = (
  answer: Omit<ChatAnswer, "finishReason">,
): NonNullable<CreateChatCompletionResponse["message"]> => ({
  role: "assistant",
  content: answer.text === "" ? [] : [{ part: { $case: "text", value: answer.text } }],
  name: "",
  toolCalls: [...answer.toolCalls],
  toolCallId: "",
  reasoning: answer.reasoning ?? "",
  reasoningDetails: (answer.reasoningDetails ?? []).map(toContractReasoningDetail),
  refusal: answer.refusal ?? "",
});
