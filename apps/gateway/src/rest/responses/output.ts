import { type ItemStatus, itemJson, type OutputItem } from "./items";
import type { Outcome } from "./response-json";

/**
 * The items of an answer as JSON text, joined by commas. The last item is incomplete if the answer is. Pure.
 */
export const outputJson = (items: readonly OutputItem[], { status }: Outcome): string => {
  const statusOf = (index: number): ItemStatus =>
    status !== "completed" && index === items.length - 1 ? "incomplete" : "completed";
  return items.map((item, index) => itemJson(item, statusOf(index))).join(",");
};
