import type { ChatMessage, CreateChatCompletionResponse } from "@cenote/contracts";
import { customInputOf, GrowingText } from "@cenote/core";
import { messageText } from "../../bodies/chat/message-text";
import type { ResponsesBody } from "./body";
import { callItem } from "./call-item";
import { declaredTools } from "./declared-tools";
import type { OutputItem, RefusalPart, TextPart } from "./items";
import { itemIds } from "./item-ids";
import { logprobEntries } from "./logprobs";
import { toOutcome } from "./outcome";
import { outputJson } from "./output";
import { createResponseWriter } from "./response-json";

/** One item per piece. Signed pieces have their own text; encrypted ones get the visible reasoning in the first. */
const reasoningItems = (
  { reasoning, reasoningDetails }: ChatMessage,
  newId: (prefix: string) => string,
): OutputItem[] => {
  if (reasoningDetails.length === 0)
    return reasoning === ""
      ? []
      : [{ kind: "reasoning", id: newId("rs"), text: new GrowingText(reasoning), detail: undefined }];
  const isSigned = reasoningDetails.some(({ text }) => text !== "");
  return reasoningDetails.map((detail, index) => ({
    kind: "reasoning",
    id: newId("rs"),
    detail,
    text: new GrowingText(isSigned ? detail.text : index === 0 ? reasoning : ""),
  }));
};

const messageParts = (message: ChatMessage, logprobsJson: string): (TextPart | RefusalPart)[] => {
  const text = messageText(message);
  const { refusal } = message;
  const parts: (TextPart | RefusalPart)[] = [];
  if (text !== "")
    parts.push({ kind: "text", text: new GrowingText(text), logprobs: new GrowingText(logprobEntries(logprobsJson)) });
  if (refusal !== "") parts.push({ kind: "refusal", text: new GrowingText(refusal) });
  return parts;
};

/** A complete answer as JSON text. Pure. Throws if its message or usage is missing. */
export const toResponse = (requestId: string, body: ResponsesBody, answer: CreateChatCompletionResponse): string => {
  const { message, usage, created, model, info } = answer;
  if (message === undefined || usage === undefined) throw new Error("a chat answer without message or usage");
  const newId = itemIds(requestId);
  const items = reasoningItems(message, newId);
  const parts = messageParts(message, answer.logprobsJson);
  if (parts.length > 0) items.push({ kind: "message", id: newId("msg"), parts });
  const declared = declaredTools(body);
  for (const call of message.toolCalls) {
    const item = callItem(call, declared, newId);
    item.written.add(item.isCustom ? customInputOf(call.arguments) : call.arguments);
    items.push(item);
  }
  const outcome = toOutcome(answer.finishReason, usage, items);
  return createResponseWriter(body, { requestId, created, model, info })(outcome, outputJson(items, outcome));
};
