import type { ContentPartInput, ModelCapability } from "../../generated/operations";

/** A file that is sent with a question. */
export interface ChatFile {
  readonly name: string;
  /** `data:image/png;base64,...` */
  readonly url: string;
}

const PDF = "application/pdf";
const IMAGES = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/**
 * Limit for the files of a whole conversation, characters. They are all sent with each question, and a message over a
 * WebSocket has at most 4 MiB.
 */
const MAX_CHARACTERS = 3_900_000;

/** The media types that a model accepts, for the browser's file dialog; empty if it accepts no files. */
export const acceptedTypes = (capabilities: readonly ModelCapability[]): readonly string[] => [
  ...(capabilities.includes("VISION") ? IMAGES : []),
  ...(capabilities.includes("PDF") ? [PDF] : []),
];

/** Why these files can't be sent, or undefined. @param before Files of the earlier questions. */
export const faultOfFiles = (
  files: readonly ChatFile[],
  accepted: readonly string[],
  before: readonly ChatFile[],
): string | undefined => {
  const foreign = files.find(({ url }) => !accepted.some((type) => url.startsWith(`data:${type};`)));
  if (foreign !== undefined) return `The model does not read files like “${foreign.name}”.`;
  const characters = [...before, ...files].reduce((sum, { url }) => sum + url.length, 0);
  return characters > MAX_CHARACTERS
    ? "All files of a conversation together must be smaller than 2.9 MB: choose smaller ones, or start a new conversation."
    : undefined;
};

export const toPart = ({ name, url }: ChatFile): ContentPartInput =>
  url.startsWith(`data:${PDF};`) ? { file: { filename: name, fileData: url } } : { imageUrl: url };
