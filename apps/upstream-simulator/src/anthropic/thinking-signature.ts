import { lettersOf } from "../pseudo-model/letters";
import { blocksOf } from "./turns";
import type { Message } from "./wire-types";

const BEGINNING = "sim";
const PART_LETTERS = 16;

/** What a signature covers. */
export interface Signed {
  readonly model: string;
  /** The conversation before the thinking, if the model binds it to that. */
  readonly prefix: string;
  readonly thinking: string;
}

const partsOf = ({ model, prefix, thinking }: Signed): readonly [string, string, string] => [
  lettersOf(`made by ${model}`, PART_LETTERS),
  lettersOf(`behind ${prefix}`, PART_LETTERS),
  lettersOf(`signed ${thinking}`, PART_LETTERS),
];

/** The signature that proves a thinking block to be the model's own. */
export const signatureOf = (signed: Signed): string => `${BEGINNING}${partsOf(signed).join("")}`;

/** Where a signature differs from what it should cover. The text of withheld thinking can't be checked. */
export const signatureFault = (signature: string, signed: Signed): "signature" | "prefix" | undefined => {
  const [model, prefix, thought] = partsOf(signed);
  const part = (index: number): string =>
    signature.slice(BEGINNING.length + index * PART_LETTERS, BEGINNING.length + (index + 1) * PART_LETTERS);
  if (!signature.startsWith(BEGINNING) || part(0) !== model || (signed.thinking !== "" && part(2) !== thought))
    return "signature";
  return part(1) === prefix ? undefined : "prefix";
};

interface Conversation {
  readonly system?: unknown;
  readonly tools?: unknown;
  readonly messages: readonly Message[];
}

/** The conversation before the message at an index, without thinking and cache marks. */
export const prefixOf = ({ system, tools, messages }: Conversation, index: number): string =>
  JSON.stringify(
    [
      blocksOf(system as Message["content"] | undefined),
      tools,
      messages
        .slice(0, index)
        .map(({ role, content }) => [role, blocksOf(content).filter(({ type }) => !type.endsWith("thinking"))]),
    ],
    (key, value: unknown) => (key === "cache_control" ? undefined : value),
  );
