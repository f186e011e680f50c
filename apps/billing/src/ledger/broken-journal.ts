import { CenoteError } from "@cenote/core";

/** The journal can't be trusted. The organization is blocked until an operator has examined it. */
export class BrokenJournal extends CenoteError {
  constructor(
    organizationId: string,
    readonly seq: number,
    readonly reason: string,
  ) {
    super("internal_error", undefined, { cause: new Error(`ledger of ${organizationId}, block ${seq}: ${reason}`) });
  }
}
