import { readDataUrl } from "../requests/data-url";
import { invalidCall } from "../requests/invalid-call";
import { isFields } from "../json-fields";
import { readArguments } from "../requests/read-arguments";
import { PDF_TYPE } from "../requests/pdf-file";
import { createWritableJson, type ReadWritableJson } from "../requests/writable-json";
import type { ChatCall, ChatMessage, ContentPart } from "../spec";
import type { Quirks } from "./quirks";
import { FAMILY } from "./reasoning";
import type { WireContent, WirePart } from "./wire-types";

export interface Contents {
  readonly systemInstruction?: WireContent;
  readonly contents: readonly WireContent[];
}

/** In place of a missing signature: Google's value for history that another provider made. */
const SKIPS_VALIDATION = "skip_thought_signature_validator";

const MIME_TYPES: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["webp", "image/webp"],
  ["bmp", "image/bmp"],
  ["gif", "image/gif"],
  ["heic", "image/heic"],
  ["heif", "image/heif"],
]);
/** The most common type, for URLs without a known file extension. */
const USUAL_MIME_TYPE = "image/jpeg";
/** A whole number with so many digits may change when it is parsed as a double. */
const LONG_NUMBER = /\d{16}/;

/** Gemini would watch the whole video at such an address, and bill every second of it. */
const VIDEO_HOST = /(?:^|\.)(?:youtube|youtube-nocookie|youtu)\.(?:[a-z]{2,3}\.)?[a-z]+\.?$/;

const mimeTypeOf = (url: string): string => {
  const path = /^[^?#]*/.exec(url)?.[0] ?? "";
  return MIME_TYPES.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase()) ?? USUAL_MIME_TYPE;
};

const inlineImage = (url: string): WirePart => {
  const { mediaType = "", data = "" } = readDataUrl(url) ?? {};
  if (mediaType === "") throw invalidCall("messages", "an image in a data URL must name its type and be base64.");
  return { inlineData: { mimeType: mediaType, data } };
};

const toImage = (url: string, quirks: Quirks): WirePart => {
  if (url.startsWith("data:")) return inlineImage(url);
  if (!quirks.imageUrls) throw invalidCall("messages", "this model takes images as data URLs alone.");
  const address = URL.parse(url);
  if (address?.protocol !== "https:")
    throw invalidCall("messages", "Google takes images from https URLs and data URLs alone.");
  if (address.username !== "" || address.password !== "")
    throw invalidCall("messages", "the address of an image may not hold a user's name or password.");
  if (VIDEO_HOST.test(address.hostname))
    throw invalidCall("messages", "a YouTube address is a video; only images are supported.");
  // The parsed address, because another parser might read the caller's text differently.
  return { fileData: { mimeType: mimeTypeOf(address.href), fileUri: address.href } };
};

const toPart = (part: ContentPart, quirks: Quirks): WirePart => {
  switch (part.type) {
    case "text":
      return { text: part.text };
    case "image":
      return toImage(part.url, quirks);
    case "pdf":
      return { inlineData: { mimeType: PDF_TYPE, data: part.data } };
  }
};

const toParts = (content: string | readonly ContentPart[], quirks: Quirks): WirePart[] => {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  // The API refuses an empty text.
  return parts.filter((part) => part.type !== "text" || part.text !== "").map((part) => toPart(part, quirks));
};

const textOf = (content: string | readonly ContentPart[]): string =>
  typeof content === "string"
    ? content
    : content
        .map((part) => (part.type === "text" ? part.text : ""))
        .filter((text) => text !== "")
        .join("\n");

/**
 * `output` is Google's own name for a result that is not an object. Google reads a `$ref` in an object as a reference to
 * a file.
 */
const toResponse = (text: string, readJson: ReadWritableJson): object => {
  const value = LONG_NUMBER.test(text) || text.includes('"$ref"') ? undefined : readJson(text);
  return isFields(value) ? value : { output: value ?? text };
};

/** The assistant's text and calls, with their signatures. */
const toModelParts = (message: ChatMessage, quirks: Quirks, readJson: ReadWritableJson): WirePart[] => {
  const signatures = new Map(
    (message.reasoningDetails ?? [])
      .filter(({ family }) => family === FAMILY)
      .map(({ toolCallId, encrypted }) => [toolCallId, encrypted]),
  );
  const parts = toParts(message.content, quirks);
  if (parts.length === 0 && message.refusal !== undefined && message.refusal !== "")
    parts.push({ text: message.refusal });
  const ofText = signatures.get(undefined);
  const lastText = parts.findLastIndex((part) => "text" in part);
  const last = parts[lastText];
  if (ofText !== undefined && last !== undefined && "text" in last)
    parts[lastText] = { text: last.text, thoughtSignature: ofText };
  // Of several parallel calls only the first has a signature.
  for (const [index, call] of (message.toolCalls ?? []).entries()) {
    const missing = index === 0 && quirks.thoughtSignatures ? SKIPS_VALIDATION : undefined;
    parts.push({
      functionCall: { id: call.id, name: call.name, args: readArguments(call, readJson) },
      thoughtSignature: signatures.get(call.id) ?? missing,
    });
    // A caller may send several calls with the same id. Only the first gets the signature.
    signatures.delete(call.id);
  }
  return parts;
};

/** The API refuses a call without any text. */
const NO_TEXT: WirePart = { text: "(no text)" };
/** A first message for a conversation that begins with the assistant: the API refuses function calls at its start. */
const OPENING: WireContent = { role: "user", parts: [{ text: "(The conversation begins.)" }] };

const beginningWithUser = (contents: readonly WireContent[]): readonly WireContent[] =>
  contents[0]?.role === "user" ? contents : [OPENING, ...contents];

/** Messages as contents. Consecutive messages of one role are one content, and so are the results of parallel calls. */
export const toContents = ({ messages }: ChatCall, quirks: Quirks): Contents => {
  const system: WirePart[] = [];
  const contents: WireContent[] = [];
  const functionNames = new Map<string, string>();
  const readJson = createWritableJson();
  /** Images of tools' results. Results may not be mixed with other parts, so the images follow as a user's content. */
  let shown: WirePart[] = [];
  let lastKind: ChatMessage["role"] | undefined;

  const add = (kind: ChatMessage["role"], parts: readonly WirePart[]) => {
    if (kind !== "tool" && shown.length > 0) {
      const images = shown;
      shown = [];
      add("user", images);
    }
    if (parts.length === 0) return;
    const last = contents.at(-1);
    if (last !== undefined && lastKind === kind) last.parts.push(...parts);
    else contents.push({ role: kind === "assistant" ? "model" : "user", parts: [...parts] });
    lastKind = kind;
  };

  const toResult = ({ toolCallId = "", content }: ChatMessage): WirePart[] => {
    const name = functionNames.get(toolCallId);
    if (name === undefined)
      throw invalidCall("messages", `the tool message for "${toolCallId}" answers no tool call before it.`);
    if (typeof content !== "string")
      shown.push(
        ...toParts(
          content.filter(({ type }) => type !== "text"),
          quirks,
        ),
      );
    return [{ functionResponse: { id: toolCallId, name, response: toResponse(textOf(content), readJson) } }];
  };

  for (const message of messages) {
    switch (message.role) {
      case "system":
        system.push(...toParts(message.content, quirks));
        break;
      case "user":
        add("user", toParts(message.content, quirks));
        break;
      case "assistant":
        for (const { id, name } of message.toolCalls ?? []) functionNames.set(id, name);
        add("assistant", toModelParts(message, quirks, readJson));
        break;
      case "tool":
        add("tool", toResult(message));
        break;
    }
  }
  add("user", []);
  if (contents.length === 0) return { contents: [{ role: "user", parts: system.length === 0 ? [NO_TEXT] : system }] };
  const opened = beginningWithUser(contents);
  if (system.length === 0) return { contents: opened };
  if (quirks.systemInstruction) return { systemInstruction: { parts: system }, contents: opened };
  const [first, ...rest] = contents;
  return first?.role === "user"
    ? { contents: [{ role: "user", parts: [...system, ...first.parts] }, ...rest] }
    : { contents: [{ role: "user", parts: system }, ...contents] };
};
