import type { ChatCall } from "./spec";

/** Whether messages say who speaks in them. A tool's result is known by its call: its name tells nobody anything. */
export const namesSpeakers = ({ messages }: ChatCall): boolean => messages.some(({ role, name }) => role !== "tool" && name !== undefined && name !== "");
