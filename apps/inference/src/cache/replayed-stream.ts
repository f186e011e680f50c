import type {
  ChatEvent,
  ChatMessage,
  ChatUsage,
  CreateChatCompletionResponse,
  PromptTokens,
  StreamChatCompletionResponse,
} from "@cenote/contracts";

type Event = NonNullable<ChatEvent["event"]>;

/** If the signed pieces contain all of the reasoning, they keep their positions in it. */
const reasoningEvents = ({ reasoning, reasoningDetails: details }: ChatMessage): Event[] => {
  const signed = (text: string, index: number): Event[] => {
    const value = details[index];
    const said: Event[] = text === "" ? [] : [{ $case: "reasoning", value: text }];
    return value === undefined ? said : [...said, { $case: "reasoningDetail", value }];
  };
  const texts = details.map(({ text }) => text);
  if (texts.join("") === reasoning) return texts.flatMap(signed);
  return [
    { $case: "reasoning", value: reasoning },
    ...details.map((value): Event => ({ $case: "reasoningDetail", value })),
  ];
};

const messageEvents = (message: ChatMessage, logprobsJson: string): Event[] => {
  const events = reasoningEvents(message);
  for (const { part } of message.content) {
    if (part?.$case === "text") events.push({ $case: "text", value: part.value });
  }
  if (logprobsJson !== "") events.push({ $case: "logprobsJson", value: logprobsJson });
  if (message.refusal !== "") events.push({ $case: "refusal", value: message.refusal });
  for (const [index, call] of message.toolCalls.entries())
    events.push({ $case: "toolCall", value: { index, ...call } });
  return events;
};

const promptOf = (usage: ChatUsage | undefined): PromptTokens | undefined =>
  usage && { total: usage.promptTokens, cached: usage.cachedTokens, cacheWrite: usage.cacheWriteTokens };

/** Turns a plain answer into a stream with one message. Pure. */
export const replayedStream = ({
  created,
  model,
  info,
  message,
  logprobsJson,
  finishReason,
  usage,
}: CreateChatCompletionResponse): StreamChatCompletionResponse => {
  const events: Event[] = [
    { $case: "started", value: { created, model, info, prompt: promptOf(usage) } },
    ...(message === undefined ? [] : messageEvents(message, logprobsJson)),
    { $case: "finished", value: { finishReason, usage } },
  ];
  return { events: events.map((event) => ({ event })) };
};
