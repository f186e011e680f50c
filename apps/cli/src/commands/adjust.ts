import { CenoteError, type NanoMxn } from "@cenote/core";
import { InvalidArgumentError } from "commander";
import { MAX_ENTRY, readEntryId, readPesos } from "../arguments";
import { organizationId } from "../organization-id";
import { postedAnswer } from "../output/posted-entry";
import type { Register } from "./register";

/** Pesos with a required sign, which shows that the amount is a change. */
const readChange = (text: string): NanoMxn => {
  if (!/^[+-]\d/.test(text)) throw new InvalidArgumentError("Give pesos with a sign, for example -100 or +12.50.");
  return readPesos(text.replace("+", ""));
};

const readNote = (text: string): string => {
  if (text.trim() === "") throw new InvalidArgumentError("Say why.");
  return text;
};

export const registerAdjust: Register = (program, { ask }) => {
  program
    .command("adjust")
    .description("correct an organization's balance with an adjustment entry; the balance may fall below zero")
    .argument("<ORG>", "id or name")
    .argument("<MXN>", "pesos with their sign, for example -100 or +12.50", readChange)
    .requiredOption("--note <TEXT>", "why, for the organization's statement", readNote)
    .option("--id <ID>", "makes a repetition idempotent: the same id with the same amount is posted once", readEntryId)
    .action((org: string, amount: NanoMxn, { note, id = "" }: { readonly note: string; readonly id?: string }) =>
      ask(async ({ billing }) => {
        if (amount === 0n || amount > MAX_ENTRY || amount < -MAX_ENTRY)
          throw new CenoteError("invalid_request_error", "Give pesos other than zero, at most 1000000000.");
        const organization = await organizationId(billing, org);
        const adjusted = await billing.adjust({ organizationId: organization, amountNanoMxn: amount, id, note });
        return postedAnswer("adjusted by", { organization, id: adjusted.id, amount, balance: adjusted.balanceNanoMxn });
      }),
    );
};
