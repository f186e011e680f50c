import type { ContentPart } from "@cenote/contracts";
import { textPart } from "../../bodies/chat-message";
import type { ContentBlock, DocumentBlock, ImageBlock, SearchResultBlock } from "./body";

const imagePart = ({ source }: ImageBlock): ContentPart => {
  const url = source.type === "url" ? source.url : `data:${source.media_type};base64,${source.data}`;
  return { part: { $case: "image", value: { url, detail: "" } } };
};

const textParts = (...texts: readonly (string | null | undefined)[]): ContentPart[] =>
  texts.flatMap((text) => (text === null || text === undefined || text === "" ? [] : [textPart(text)]));

/** Title and context come before a text. A file gets its title as its name, and its context after it. */
const documentParts = ({ source, title, context }: DocumentBlock): ContentPart[] => {
  const name = title ?? "";
  switch (source.type) {
    case "base64":
      return [
        { part: { $case: "file", value: { url: `data:${source.media_type};base64,${source.data}`, name } } },
        ...textParts(context),
      ];
    case "text":
      return textParts(name, context, source.data);
    case "content":
      return [
        ...textParts(name, context),
        ...(typeof source.content === "string" ? textParts(source.content) : source.content.flatMap(partsOf)),
      ];
  }
};

/** Title and source come before the text, as with a document. */
const searchResultParts = ({ title, source, content }: SearchResultBlock): ContentPart[] =>
  textParts(title, source, ...content.map(({ text }) => text));

/** A block as parts of a chat message. Pure. */
export const partsOf = (block: ContentBlock): ContentPart[] => {
  switch (block.type) {
    case "text":
      return [textPart(block.text)];
    case "image":
      return [imagePart(block)];
    case "document":
      return documentParts(block);
    case "search_result":
      return searchResultParts(block);
  }
};
