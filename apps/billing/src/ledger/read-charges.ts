import { settlementKeyOf } from "./entry";
import { viewsOf } from "./entry-views";
import type { EntryView } from "./ledger-reads";
import type { Journal } from "./store";

/** The settlements of these calls, in no order. */
export const readCharges = async (
  journal: Journal,
  organizationId: string,
  callIds: readonly string[],
): Promise<readonly EntryView[]> => {
  if (callIds.length === 0) return [];
  const wanted = new Set(callIds);
  const blocks = await journal.blocksWithKeys(organizationId, callIds.map(settlementKeyOf));
  return blocks
    .flatMap(viewsOf)
    .filter(({ type, callId }) => type === "settle" && callId !== undefined && wanted.has(callId));
};
