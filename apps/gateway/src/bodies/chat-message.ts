import type { ChatMessage, ContentPart } from "@cenote/contracts";

export const messageOf = (role: string, content: ContentPart[] = []): ChatMessage => ({
  role,
  content,
  name: "",
  toolCalls: [],
  toolCallId: "",
  reasoning: "",
  reasoningDetails: [],
  refusal: "",
});

export const textPart = (value: string): ContentPart => ({ part: { $case: "text", value } });

export const isText = ({ part }: ContentPart): boolean => part?.$case === "text";
