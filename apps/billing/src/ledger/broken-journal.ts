import { CenoteError } from "@cenote/core";

/** The journal can't be trusted, so the organization is blocked until somebody has looked. */
export class BrokenJournal extends CenoteError {
  constructor(
    organizationId: string,
    readonly seq: number,
    readonly reason: string,
  ) {
    super("internal_error", undefined, { cause: new Error(`ledger of ${organizationId}, block ${seq}: ${reason}`) });
  }
}
