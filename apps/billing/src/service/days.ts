import { DAY_MS, dayOf, invalidRequest, startOfDay } from "@cenote/core";
import { requireDay } from "./fields";

const DEFAULT_USAGE_DAYS = 30;
const MAX_USAGE_DAYS = 366;

export const lastThirtyDays = (day: string): string => dayOf(startOfDay(day) - (DEFAULT_USAGE_DAYS - 1) * DAY_MS);
export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

interface OpenEnds {
  readonly nowMs: number;
  /** The default first day of a period that ends on this day. */
  readonly firstDay: (lastDay: string) => string;
}

/** The first and last day of a period; both are optional. Errors: invalid_request_error. */
export const readDays = (
  fromDay: string,
  lastDay: string,
  { nowMs, firstDay }: OpenEnds,
): { readonly from: string; readonly to: string } => {
  const to = lastDay === "" ? dayOf(nowMs) : requireDay("to_day", lastDay);
  const from = requireDay("from_day", fromDay === "" ? firstDay(to) : fromDay);
  if (from > to) throw invalidRequest("from_day", "`from_day` is after `to_day`.");
  if (startOfDay(to) - startOfDay(from) >= MAX_USAGE_DAYS * DAY_MS)
    throw invalidRequest("from_day", `At most ${MAX_USAGE_DAYS} days are told at once.`);
  return { from, to };
};
