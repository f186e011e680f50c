import type { ChatCall } from "./spec";

/** Whether the answer must be a function call. The form of a text then changes nothing: there is none. */
export const forcesFunction = ({ toolChoice }: ChatCall): boolean =>
  toolChoice?.mode === "required" || toolChoice?.mode === "function";
