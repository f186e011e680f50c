import { lettersOf } from "../pseudo-model/letters";
import { blocksOf } from "./turns";
import type { Message } from "./wire-types";

const BEGINNING = "sim";
const PART_LETTERS = 16;

/** What a signature stands for. */
export interface Signed {
  readonly model: string;
  /** What stood before the thinking, where the model binds it to that. */
  readonly prefix: string;
  readonly thinking: string;
}

const partsOf = ({ model, prefix, thinking }: Signed): readonly [string, string, string] =>
  [lettersOf(`made by ${model}`, PART_LETTERS), lettersOf(`behind ${prefix}`, PART_LETTERS), lettersOf(`signed ${thinking}`, PART_LETTERS)];

/** What stands in a thinking block for its being the model's own. */
export const signatureOf = (signed: Signed): string => `${BEGINNING}${partsOf(signed).join("")}`;

/** What a signature and what it should stand for disagree in. Thinking whose text was not shown can't be checked by it. */
export const signatureFault = (signature: string, signed: Signed): "signature" | "prefix" | undefined => {
  const [model, prefix, thought] = partsOf(signed);
  const part = (index: number): string => signature.slice(BEGINNING.length + index * PART_LETTERS, BEGINNING.length + (index + 1) * PART_LETTERS);
  if (!signature.startsWith(BEGINNING) || part(0) !== model || (signed.thinking !== "" && part(2) !== thought)) return "signature";
  return part(1) === prefix ? undefined : "prefix";
};

interface Conversation {
  readonly system?: unknown;
  readonly tools?: unknown;
  readonly messages: readonly Message[];
}

/** What stands before the message at an index: neither thinking nor cache marks are part of it. */
export const prefixOf = ({ system, tools, messages }: Conversation, index: number): string =>
  JSON.stringify(
    [blocksOf(system as Message["content"] | undefined), tools, messages.slice(0, index).map(({ role, content }) => [role, blocksOf(content).filter(({ type }) => !type.endsWith("thinking"))])],
    (key, value: unknown) => (key === "cache_control" ? undefined : value),
  );
