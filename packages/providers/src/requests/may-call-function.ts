import type { ChatCall } from "../spec";

/** Whether the model has functions that it may call. */
export const mayCallFunction = ({ tools = [], toolChoice }: ChatCall): boolean =>
  tools.length > 0 && toolChoice?.mode !== "none";
