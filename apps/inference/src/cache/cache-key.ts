import { ChatRequest, EmbeddingsRequest } from "@cenote/contracts";

/*
 * Two calls with the same encoded request have the same key. Every field of a request counts, including fields that are
 * added later, except those listed here.
 */

/** Fields that change how an answer is delivered or accounted for, but not the answer, with their value in a key. */
export const CHAT_FIELDS_LEFT_OUT = { user: undefined, continueOnCut: false } as const satisfies Partial<ChatRequest>;
export const EMBEDDINGS_FIELDS_LEFT_OUT = { user: undefined } as const satisfies Partial<EmbeddingsRequest>;

/** Sorts a map, because its encoding has the order of its object. */
const inOrder = <Value>(map: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));

const keyOf = (kind: "chat" | "embedding", isSimulated: boolean, request: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${kind}\0${isSimulated ? "simulated" : "real"}\0`), request]);

/** @param isSimulated Whether the simulator replaces the providers, whose answers differ from its own. */
export const chatKey = (chat: ChatRequest, isSimulated: boolean): Buffer =>
  keyOf(
    "chat",
    isSimulated,
    ChatRequest.encode({ ...chat, ...CHAT_FIELDS_LEFT_OUT, logitBias: inOrder(chat.logitBias) }).finish(),
  );

export const embeddingsKey = (embeddings: EmbeddingsRequest, isSimulated: boolean): Buffer =>
  keyOf("embedding", isSimulated, EmbeddingsRequest.encode({ ...embeddings, ...EMBEDDINGS_FIELDS_LEFT_OUT }).finish());
