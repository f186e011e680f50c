import type { ChatCall } from "../spec";

/** Whether the answer must be a function call. If so, `response_format` has no effect, because there is no text. */
export const forcesFunction = ({ toolChoice }: ChatCall): boolean =>
  toolChoice?.mode === "required" || toolChoice?.mode === "function";
