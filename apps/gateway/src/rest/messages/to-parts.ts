import type { ContentPart } from "@cenote/contracts";
import { textPart } from "../../bodies/chat-message";
import type { DocumentBlock, ImageBlock, TextBlock } from "./body";

/** What may stand in a message of the user and in the result of a tool. */
export type ContentBlock = TextBlock | ImageBlock | DocumentBlock;

const imagePart = ({ source }: ImageBlock): ContentPart => {
  const url = source.type === "url" ? source.url : `data:${source.media_type};base64,${source.data}`;
  return { part: { $case: "image", value: { url, detail: "" } } };
};

/** Title and context come before a text; a file has its title as its name, and its context after it. */
const documentParts = ({ source, title, context }: DocumentBlock): ContentPart[] => {
  const name = title ?? "";
  const about = (...texts: readonly (string | null | undefined)[]): ContentPart[] =>
    texts.flatMap((text) => (text === null || text === undefined || text === "" ? [] : [textPart(text)]));
  switch (source.type) {
    case "base64":
      return [
        { part: { $case: "file", value: { url: `data:${source.media_type};base64,${source.data}`, name } } },
        ...about(context),
      ];
    case "text":
      return about(name, context, source.data);
    case "content":
      return [
        ...about(name, context),
        ...(typeof source.content === "string" ? about(source.content) : source.content.flatMap(partsOf)),
      ];
  }
};

/** A block as parts of a chat message. Pure. */
export const partsOf = (block: ContentBlock): ContentPart[] => {
  switch (block.type) {
    case "text":
      return [textPart(block.text)];
    case "image":
      return [imagePart(block)];
    case "document":
      return documentParts(block);
  }
};
