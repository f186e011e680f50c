import type { ChatCall } from "../spec";

/** Whether a tool's input has a grammar. Where a provider has none, the model reads it in the tool's description. */
export const hasGrammar = ({ tools }: ChatCall): boolean =>
  tools !== undefined && tools.some(({ custom }) => custom?.format.type === "grammar");
