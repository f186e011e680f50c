import type { ChatMessage, ContentPart } from "../spec";

const isText = ({ type }: ContentPart): boolean => type === "text";

/**
 * Moves images and files of tool results into a user message after the last result, for protocols that allow only text in
 * a result. @param toWireId The id of a call as the model knows it, since a caller's own may have any length.
 */
export const withShownResults = (
  messages: readonly ChatMessage[],
  toWireId: (id: string) => string,
): readonly ChatMessage[] => {
  const shows = ({ role, content }: ChatMessage): boolean =>
    role === "tool" && typeof content !== "string" && !content.every(isText);
  if (!messages.some(shows)) return messages;
  const said: ChatMessage[] = [];
  let shown: ContentPart[] = [];
  const show = (): void => {
    if (shown.length > 0) said.push({ role: "user", content: shown });
    shown = [];
  };
  for (const message of messages) {
    const { role, content, toolCallId = "" } = message;
    if (role !== "tool") show();
    if (typeof content === "string" || !shows(message)) {
      said.push(message);
      continue;
    }
    said.push({ ...message, content: content.filter(isText) });
    shown.push(
      { type: "text", text: `(What the tool call ${toWireId(toolCallId)} gave:)` },
      ...content.filter((part) => !isText(part)),
    );
  }
  show();
  return said;
};
