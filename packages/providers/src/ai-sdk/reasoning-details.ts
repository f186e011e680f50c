import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { isFields } from "../json-fields";
import type { ReadWritableJson } from "../requests/writable-json";
import type { ChatMessage, ReasoningDetail } from "../spec";

const FAMILY = "ai-sdk";

/**
 * The metadata of a part (signatures, encrypted reasoning), which a package returns and needs back, by provider name.
 */
export type Metadata = SharedV4ProviderMetadata;

/** @param text The reasoning as text, which the metadata signs. Without it the metadata is all there is. */
export const toReasoningDetail = (
  metadata: Metadata,
  about: { readonly text?: string; readonly toolCallId?: string },
): ReasoningDetail => {
  const { text = "", toolCallId } = about;
  const written = JSON.stringify(metadata);
  return {
    family: FAMILY,
    ...(text === "" ? { encrypted: written } : { text, signature: written }),
    toolCallId,
  };
};

/** Merges metadata, because the deltas of a part may each have some of it. */
export const mergeMetadata = (first: Metadata | undefined, second: Metadata | undefined): Metadata | undefined => {
  if (first === undefined || second === undefined) return first ?? second;
  const providers = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries([...providers].map((provider) => [provider, { ...first[provider], ...second[provider] }]));
};

const isMetadata = (value: unknown): value is Metadata =>
  isFields(value) && Object.values(value).every((part) => typeof part === "object" && part !== null);

/** Reads metadata from a caller. Undefined if it is not in the form in which it was returned. */
const readMetadata = (written: string | undefined, readJson: ReadWritableJson): Metadata | undefined => {
  const value = readJson(written ?? "");
  return isMetadata(value) ? value : undefined;
};

export interface EarlierReasoning {
  readonly text: string;
  readonly providerOptions: Metadata;
}

const ownDetails = (message: ChatMessage) => (message.reasoningDetails ?? []).filter(({ family }) => family === FAMILY);

/** The reasoning of an earlier answer in the form that its package needs. Reasoning of other families is left out. */
export const earlierReasoning = (message: ChatMessage, readJson: ReadWritableJson): EarlierReasoning[] =>
  ownDetails(message).flatMap(({ text, signature, encrypted, toolCallId }) => {
    const providerOptions = toolCallId === undefined ? readMetadata(signature ?? encrypted, readJson) : undefined;
    return providerOptions === undefined ? [] : [{ text: text ?? "", providerOptions }];
  });

/**
 * The metadata of the tool calls of an earlier answer, by their ids. Each is used once, for the first call with its id,
 * because a caller can send any number of calls with the same id.
 */
export const earlierOfToolCalls = (
  message: ChatMessage,
  readJson: ReadWritableJson,
): ((id: string) => Metadata | undefined) => {
  const written = new Map<string | undefined, string | undefined>();
  for (const { toolCallId, encrypted } of ownDetails(message))
    if (!written.has(toolCallId)) written.set(toolCallId, encrypted);
  return (id) => {
    const metadata = readMetadata(written.get(id), readJson);
    written.delete(id);
    return metadata;
  };
};
