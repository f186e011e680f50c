import { chat, context } from "./scope";

export const FIRST = "req_00000000000000000000000a";

export interface KeyedChat {
  readonly key?: string;
  readonly requestId?: string;
  readonly zdr?: boolean;
  readonly text?: string;
  readonly model?: string;
  readonly maxTokens?: number;
}

/** Under a key, unless it says otherwise. */
export const ask = (options: KeyedChat = {}) => {
  const {
    key = "key",
    requestId = FIRST,
    zdr = false,
    text = "hello",
    model = zdr ? "test/two-routes" : "test/plain",
    maxTokens,
  } = options;
  const asked = chat(model, { maxTokens });
  const [message] = asked.messages;
  if (message === undefined) throw new Error("a chat without a message");
  return {
    context: context({ idempotencyKey: key, requestId, zdr }),
    chat: { ...asked, messages: [{ ...message, content: [{ part: { $case: "text" as const, value: text } }] }] },
  };
};
