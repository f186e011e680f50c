import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { isFields } from "../json-fields";
import type { ReadWritableJson } from "../requests/writable-json";
import type { ChatMessage, ReasoningDetail } from "../spec";

const FAMILY = "ai-sdk";

/**
 * What a package gives beside a part (signatures, encrypted reasoning) and takes back with it, by name of its provider.
 */
export type Metadata = SharedV4ProviderMetadata;

/** @param text Reasoning in plain words; the metadata signs it. Without, the metadata is all there is. */
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

/** Deltas of one part tell their metadata piece by piece. */
export const mergeMetadata = (first: Metadata | undefined, second: Metadata | undefined): Metadata | undefined => {
  if (first === undefined || second === undefined) return first ?? second;
  const providers = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries([...providers].map((provider) => [provider, { ...first[provider], ...second[provider] }]));
};

const isMetadata = (value: unknown): value is Metadata =>
  isFields(value) && Object.values(value).every((part) => typeof part === "object" && part !== null);

/** What came from a caller: nothing, where it is not as it was given. */
const readMetadata = (written: string | undefined, readJson: ReadWritableJson): Metadata | undefined => {
  const value = readJson(written ?? "");
  return isMetadata(value) ? value : undefined;
};

export interface EarlierReasoning {
  readonly text: string;
  readonly providerOptions: Metadata;
}

const ownDetails = (message: ChatMessage) => (message.reasoningDetails ?? []).filter(({ family }) => family === FAMILY);

/** Reasoning of an earlier answer as its package takes it back. Reasoning of other families is left out. */
export const earlierReasoning = (message: ChatMessage, readJson: ReadWritableJson): EarlierReasoning[] =>
  ownDetails(message).flatMap(({ text, signature, encrypted, toolCallId }) => {
    const providerOptions = toolCallId === undefined ? readMetadata(signature ?? encrypted, readJson) : undefined;
    return providerOptions === undefined ? [] : [{ text: text ?? "", providerOptions }];
  });

/**
 * What belongs to the tool calls of an earlier answer, by their ids. Each is given once: of calls with the same id, which
 * a caller can make any number of, to the first.
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
