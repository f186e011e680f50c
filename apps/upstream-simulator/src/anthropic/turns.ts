import type { Block, Message } from "./wire-types";

/** A turn of one side, its blocks in a list. */
export interface Turn {
  readonly role: Exclude<Message["role"], "system">;
  readonly blocks: readonly Block[];
}

export const blocksOf = (content: string | readonly Block[] | undefined): readonly Block[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);

/** Consecutive messages of one side form one turn, as in the API. System messages belong to no turn. */
export const turnsOf = (messages: readonly Message[]): Turn[] => {
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    if (role === "system") continue;
    const last = turns.at(-1);
    if (last?.role === role) turns[turns.length - 1] = { role, blocks: [...last.blocks, ...blocksOf(content)] };
    else turns.push({ role, blocks: blocksOf(content) });
  }
  return turns;
};
