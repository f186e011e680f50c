import type { ChatAnswer, ChatEvent } from "../spec";

/** Turns a plain answer into the events of the equivalent stream. */
export const answerEvents = (answer: ChatAnswer): ChatEvent[] => {
  const events: ChatEvent[] = [];
  if (answer.reasoning !== undefined && answer.reasoning !== "")
    events.push({ type: "reasoning", text: answer.reasoning });
  for (const detail of answer.reasoningDetails ?? []) events.push({ type: "reasoning_detail", detail });
  if (answer.text !== "") events.push({ type: "text", text: answer.text });
  if (answer.refusal !== undefined && answer.refusal !== "") events.push({ type: "refusal", text: answer.refusal });
  for (const [index, { id, name, arguments: json }] of answer.toolCalls.entries()) {
    events.push({ type: "tool_call", index, id, name, arguments: json });
  }
  if (answer.logprobs !== undefined) events.push({ type: "logprobs", logprobs: answer.logprobs });
  events.push({ type: "finish", reason: answer.finishReason });
  if (answer.usage !== undefined) events.push({ type: "usage", usage: answer.usage });
  return events;
};
