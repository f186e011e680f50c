import type { ChatMessage, ContentPart } from "../spec";

const isText = ({ type }: ContentPart): boolean => type === "text";

/**
 * Images and files of tools' results as the user's, after the last of the results: for protocols with nothing but text
 * in a result.
 * @param toWireId What the model knows the id of a call by: a caller's own may be of any length.
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
