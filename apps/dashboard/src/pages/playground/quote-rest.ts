import type { ChatInput } from "../../generated/operations";

/** Typing has paused. */
const REST_MS = 600;
/** Typing has probably ended. Longer, because each quote sends the whole call with all its files. */
const LARGE_REST_MS = 3000;
const LARGE_CHARACTERS = 200_000;

/** How long a call has to stay unchanged before its quote is requested. */
export const quoteRestMs = ({ messages }: Pick<ChatInput, "messages">): number => {
  const characters = messages
    .flatMap(({ content, parts }) => [
      content,
      ...(parts ?? []).flatMap(({ text, imageUrl, file }) => [text, imageUrl, file?.fileData]),
    ])
    .reduce((sum, text) => sum + (text?.length ?? 0), 0);
  return characters > LARGE_CHARACTERS ? LARGE_REST_MS : REST_MS;
};
