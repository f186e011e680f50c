import type { Block } from "./block";
import type { EndedCall } from "./ledger";

/** The calls that a block charges or releases. Calls whose holds expire are left out: only their id is known. */
export function* callsEndedBy({
  organizationId,
  entries,
}: Pick<Block, "organizationId" | "entries">): Iterable<EndedCall> {
  for (const entry of entries) {
    if (entry.type !== "settle" && entry.type !== "release") continue;
    const { callId, charge } = entry;
    if (charge !== undefined) yield { organizationId, callId, charge };
  }
}
