import { formatMxn, type NanoMxn } from "@cenote/core";
import type { Answer } from "./answer";
import { formatFields } from "./table";

interface PostedEntry {
  readonly organization: string;
  readonly id: string;
  readonly amount: NanoMxn;
  /** The balance after the entry, in nano-pesos. */
  readonly balance: bigint;
}

/** An entry that an operator posted. @param verb The action, as the text names it. */
export const postedAnswer = (verb: string, { organization, id, amount, balance }: PostedEntry): Answer => ({
  json: { org: organization, id, amount_mxn: formatMxn(amount), balance_mxn: formatMxn(balance) },
  text: formatFields([
    ["id", id],
    [verb, `${formatMxn(amount)} MXN`],
    ["balance", `${formatMxn(balance)} MXN`],
  ]),
});
