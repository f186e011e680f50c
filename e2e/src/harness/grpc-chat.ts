import type { ChatRequest } from "@cenote/contracts";
import { CHAT_MODEL } from "./cenote-yaml";

/** A chat over gRPC with one user message, which sets every field. */
export const grpcChat = (content: string): ChatRequest => ({
  model: CHAT_MODEL,
  messages: [
    {
      role: "user",
      content: [{ part: { $case: "text", value: content } }],
      name: "",
      toolCalls: [],
      toolCallId: "",
      reasoning: "",
      reasoningDetails: [],
      refusal: "",
    },
  ],
  stop: [],
  tools: [],
  responseFormat: undefined,
  toolChoice: undefined,
  logitBias: {},
  fallbackModels: [],
  continueOnCut: false,
});
